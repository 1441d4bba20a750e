/// The name that differs least from the given one, if it is near enough to be meant: a third of its
/// letters at most. Case does not count.
func nearestName(to name: String, among names: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8)
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in names.sorted() {
    let letters = Array(candidate.lowercased().utf8)
    // They differ by as much as their lengths do, or more.
    if abs(letters.count - wanted.count) > limit { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// How many bytes have to be put in, taken out or changed to make one of the other.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let substitute = diagonal + (x == y ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitute, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
