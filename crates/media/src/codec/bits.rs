//! Reads codec headers bit by bit, never past their end.

pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn flag(&mut self) -> Option<bool> {
        let byte = *self.bytes.get(self.at / 8)?;
        let bit = byte >> (7 - self.at % 8) & 1;
        self.at += 1;
        Some(bit == 1)
    }

    /// Up to 32 bits, the highest first.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            value = value << 1 | u32::from(self.flag()?);
        }
        Some(value)
    }

    /// An unsigned exponential Golomb code.
    pub fn unsigned(&mut self) -> Option<u32> {
        let mut zeros = 0;
        while !self.flag()? {
            zeros += 1;
            if zeros > 31 {
                return None;
            }
        }
        Some((1_u32 << zeros) - 1 + self.take(zeros)?)
    }

    /// A signed exponential Golomb code.
    pub fn signed(&mut self) -> Option<i32> {
        let code = i64::from(self.unsigned()?);
        let magnitude = (code + 1) / 2;
        i32::try_from(if code % 2 == 1 { magnitude } else { -magnitude }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golomb_codes_are_read_as_the_standard_lists_them() {
        // 1 010 011 00100 00101, then the end.
        let bytes = [0b1010_0110, 0b0100_0010, 0b1000_0000];
        let mut bits = Bits::new(&bytes);
        let codes: Vec<_> = (0..5).map(|_| bits.unsigned()).collect();
        assert_eq!(codes, [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(bits.unsigned(), None);
        let mut bits = Bits::new(&bytes);
        let codes: Vec<_> = (0..5).map(|_| bits.signed()).collect();
        assert_eq!(codes, [Some(0), Some(1), Some(-1), Some(2), Some(-2)]);
    }
}
