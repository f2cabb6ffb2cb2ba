"""Tables on disk: manifests, shards, checksums and where they are looked for."""
