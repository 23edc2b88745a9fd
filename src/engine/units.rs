//! UTF-16 and UTF-32 in the same encoding form: the byte order, and repair in place.

use codeunit_simd::short;

use super::Engine;
use crate::encoding::sealed::Source as _;
use crate::encoding::{Utf16, Utf16Be, Utf16Le};
use crate::output::as_uninit;

impl Engine {
    /// See [`crate::swap_utf16`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut dst = [0];
    /// assert_eq!(Engine::active().swap_utf16(&[0x20AC], &mut dst), 1);
    /// assert_eq!(dst, [0xAC20]);
    /// ```
    #[inline]
    pub fn swap_utf16(self, src: &[u16], dst: &mut [u16]) -> usize {
        use codeunit_simd::cast::{u16_bytes, u16_output};
        self.kernels.swap_utf16(u16_bytes(src), u16_output(as_uninit(dst)))
    }

    /// See [`crate::swap_utf16_in_place`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut units = [0x20AC];
    /// Engine::active().swap_utf16_in_place(&mut units);
    /// assert_eq!(units, [0xAC20]);
    /// ```
    #[inline]
    pub fn swap_utf16_in_place(self, units: &mut [u16]) {
        self.kernels.swap_utf16_in_place(codeunit_simd::cast::u16_bytes_mut(units));
    }

    /// See [`crate::swap_utf16_bytes`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut dst = [0; 2];
    /// assert_eq!(Engine::active().swap_utf16_bytes(b"\xAC\x20", &mut dst), 2);
    /// assert_eq!(&dst, b"\x20\xAC");
    /// ```
    #[inline]
    pub fn swap_utf16_bytes(self, src: &[u8], dst: &mut [u8]) -> usize {
        let dst = codeunit_simd::cast::output_chunks2(as_uninit(dst));
        self.kernels.swap_utf16(src.as_chunks().0, dst) * 2
    }

    /// See [`crate::swap_utf16_bytes_in_place`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut bytes = *b"\xAC\x20";
    /// Engine::active().swap_utf16_bytes_in_place(&mut bytes);
    /// assert_eq!(&bytes, b"\x20\xAC");
    /// ```
    #[inline]
    pub fn swap_utf16_bytes_in_place(self, bytes: &mut [u8]) {
        self.kernels.swap_utf16_in_place(bytes.as_chunks_mut().0);
    }

    /// See [`crate::swap_utf32`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut dst = [0];
    /// assert_eq!(Engine::active().swap_utf32(&[0x1_F600], &mut dst), 1);
    /// assert_eq!(dst, [0x00F6_0100]);
    /// ```
    #[inline]
    pub fn swap_utf32(self, src: &[u32], dst: &mut [u32]) -> usize {
        use codeunit_simd::cast::{u32_bytes, u32_output};
        self.kernels.swap_utf32(u32_bytes(src), u32_output(as_uninit(dst)))
    }

    /// See [`crate::swap_utf32_in_place`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut units = [0x1_F600];
    /// Engine::active().swap_utf32_in_place(&mut units);
    /// assert_eq!(units, [0x00F6_0100]);
    /// ```
    #[inline]
    pub fn swap_utf32_in_place(self, units: &mut [u32]) {
        self.kernels.swap_utf32_in_place(codeunit_simd::cast::u32_bytes_mut(units));
    }

    /// See [`crate::swap_utf32_bytes`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut dst = [0; 4];
    /// assert_eq!(Engine::active().swap_utf32_bytes(b"\x00\xF6\x01\x00", &mut dst), 4);
    /// assert_eq!(&dst, b"\x00\x01\xF6\x00");
    /// ```
    #[inline]
    pub fn swap_utf32_bytes(self, src: &[u8], dst: &mut [u8]) -> usize {
        let dst = codeunit_simd::cast::output_chunks4(as_uninit(dst));
        self.kernels.swap_utf32(src.as_chunks().0, dst) * 4
    }

    /// See [`crate::swap_utf32_bytes_in_place`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut bytes = *b"\x00\xF6\x01\x00";
    /// Engine::active().swap_utf32_bytes_in_place(&mut bytes);
    /// assert_eq!(&bytes, b"\x00\x01\xF6\x00");
    /// ```
    #[inline]
    pub fn swap_utf32_bytes_in_place(self, bytes: &mut [u8]) {
        self.kernels.swap_utf32_in_place(bytes.as_chunks_mut().0);
    }

    /// See [`crate::make_utf16_well_formed`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut units = [0x61, 0xDC00];
    /// assert_eq!(Engine::active().make_utf16_well_formed(&mut units), 1);
    /// assert_eq!(units, [0x61, 0xFFFD]);
    /// ```
    #[inline]
    pub fn make_utf16_well_formed(self, units: &mut [u16]) -> usize {
        let units = codeunit_simd::cast::u16_bytes_mut(units);
        short::make_utf16_well_formed(self.kernels, Utf16::FORM, units)
    }

    /// See [`crate::make_utf16le_well_formed`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut bytes = *b"\x61\x00\x00\xDC";
    /// assert_eq!(Engine::active().make_utf16le_well_formed(&mut bytes), 1);
    /// assert_eq!(&bytes, b"\x61\x00\xFD\xFF");
    /// ```
    #[inline]
    pub fn make_utf16le_well_formed(self, bytes: &mut [u8]) -> usize {
        short::make_utf16_well_formed(self.kernels, Utf16Le::FORM, bytes.as_chunks_mut().0)
    }

    /// See [`crate::make_utf16be_well_formed`].
    ///
    /// ```
    /// use codeunit::Engine;
    /// let mut bytes = *b"\x00\x61\xDC\x00";
    /// assert_eq!(Engine::active().make_utf16be_well_formed(&mut bytes), 1);
    /// assert_eq!(&bytes, b"\x00\x61\xFF\xFD");
    /// ```
    #[inline]
    pub fn make_utf16be_well_formed(self, bytes: &mut [u8]) -> usize {
        short::make_utf16_well_formed(self.kernels, Utf16Be::FORM, bytes.as_chunks_mut().0)
    }
}
