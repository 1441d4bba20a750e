/// Division that rounds toward minus infinity, so that times before 1970 count like those after.
func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b < 0 ? quotient - 1 : quotient
}

/// The remainder that belongs to `floorDivide`; never negative for a positive `b`.
func floorModulo(_ a: Int64, _ b: Int64) -> Int64 {
  let remainder = a % b
  return remainder < 0 ? remainder + b : remainder
}

/// a + b, held at the ends of the range: an instant past the year 2262 is as good as never.
func saturatingAdd(_ a: Int64, _ b: Int64) -> Int64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? (b < 0 ? .min : .max) : sum
}

/// a − b, held at the ends of the range.
func saturatingSubtract(_ a: Int64, _ b: Int64) -> Int64 {
  let (difference, overflow) = a.subtractingReportingOverflow(b)
  return overflow ? (b < 0 ? .max : .min) : difference
}

/// a · b, held at the ends of the range.
func saturatingMultiply(_ a: Int64, _ b: Int64) -> Int64 {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? ((a < 0) != (b < 0) ? .min : .max) : product
}

/// Nanoseconds in a second.
let nanosecond: Int64 = 1_000_000_000
