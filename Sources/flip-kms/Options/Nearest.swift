/// The known name that somebody most likely meant, or nil where none is near.
///
/// Near is at most a third of the letters wrong, or one, and not all of them: an insertion, a deletion, a
/// replacement and two neighbours swapped count one each (optimal string alignment distance). A known name
/// that the word begins, and the other way round, is near too. Of equally near names the first one listed
/// wins.
func nearest(to word: String, in names: some Sequence<String>) -> String? {
  let word = word.lowercased()
  var best: (name: String, distance: Int)?
  for name in names where !name.isEmpty {
    let known = name.lowercased()
    var distance = alignmentDistance(Array(word.unicodeScalars), Array(known.unicodeScalars))
    let longer = max(word.unicodeScalars.count, known.unicodeScalars.count)
    // One letter for another is a slip of a word, not of a single letter.
    guard distance < longer else { continue }
    let bound = max(1, longer / 3)
    if distance > bound {
      let begins = word.count >= 3 && known.hasPrefix(word) || known.count >= 4 && word.hasPrefix(known)
      guard begins else { continue }
      distance = bound + 1
    }
    if best == nil || distance < best!.distance { best = (name, distance) }
  }
  return best?.name
}

/// The end of a message, `; did you mean 'name'?`, or nothing.
func suggestion(for word: String, in names: some Sequence<String>) -> String {
  nearest(to: word, in: names).map { "; did you mean '\($0)'?" } ?? ""
}

private func alignmentDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  // A word of more than this is no slip of a name, and must not cost time.
  guard a.count <= 64, b.count <= 64 else { return Int.max }
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
