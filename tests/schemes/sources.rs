//! What a source can begin with.

/// Every source of at most four bytes, of those that stand in a mark and one that does not.
pub(crate) fn sources() -> impl Iterator<Item = Vec<u8>> {
    const BYTES: [u8; 7] = [0x00, 0x61, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF];
    (0..=4_u32).flat_map(|len| {
        (0..BYTES.len().pow(len)).map(move |mut number| {
            let mut next = || {
                let byte = BYTES[number % BYTES.len()];
                number /= BYTES.len();
                byte
            };
            (0..len).map(|_| next()).collect()
        })
    })
}
