"""The flows, driven with `httpx.Client`. `_async` has the same for `httpx.AsyncClient`; a test compares the two."""
