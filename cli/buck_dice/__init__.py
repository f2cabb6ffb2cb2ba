"""The commands of Buck Dice."""
