/** A link of PCIe 5 with all its lanes. */
export const FULL = {
  'pcie.bandwidth.max': 63e9,
  'pcie.bandwidth.current': 63e9,
  'pcie.link.gen.max': 5,
  'pcie.link.gen.current': 5,
  'pcie.link.width.max': 16,
  'pcie.link.width.current': 16,
}

/** The same link with half of its lanes. */
export const NARROW = { ...FULL, 'pcie.bandwidth.current': 31.5e9, 'pcie.link.width.current': 8 }
