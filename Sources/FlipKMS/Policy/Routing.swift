/// Giving each output a CRTC of its own.
///
/// An assignment of least cost (the Hungarian method), so that an output gets its CRTC even where the first
/// free one for each would leave the last with none, and what is lit stays where it is if it can.
enum Routing {
  /// A price that no sum of real ones reaches: a pair that cannot be.
  static let impossible = 1 << 20

  /// For each row its column, no column twice, at the least total cost; ties go to lower columns first seen.
  /// nil where not every row can have one.
  ///
  /// `costs` has rows of one length, at least as many columns as rows, entries from 0 to `impossible`.
  static func assign(_ costs: [[Int]]) -> [Int]? {
    let rows = costs.count
    guard let columns = costs.first?.count else { return [] }
    guard rows <= columns else { return nil }
    // Potentials of rows and columns, and the row that owns each column; place 0 is none.
    var rowPotential = Array(repeating: 0, count: rows + 1)
    var columnPotential = Array(repeating: 0, count: columns + 1)
    var owner = Array(repeating: 0, count: columns + 1)
    for row in 1...rows {
      var previous = Array(repeating: 0, count: columns + 1)
      var least = Array(repeating: Int.max, count: columns + 1)
      var isUsed = Array(repeating: false, count: columns + 1)
      owner[0] = row
      var column = 0
      repeat {
        isUsed[column] = true
        let current = owner[column]
        var delta = Int.max
        var next = 0
        for candidate in 1...columns where !isUsed[candidate] {
          let cost = costs[current - 1][candidate - 1] - rowPotential[current] - columnPotential[candidate]
          if cost < least[candidate] {
            least[candidate] = cost
            previous[candidate] = column
          }
          if least[candidate] < delta {
            delta = least[candidate]
            next = candidate
          }
        }
        for candidate in 0...columns {
          if isUsed[candidate] {
            rowPotential[owner[candidate]] += delta
            columnPotential[candidate] -= delta
          } else if least[candidate] != .max {
            least[candidate] -= delta
          }
        }
        column = next
      } while owner[column] != 0
      repeat {
        let before = previous[column]
        owner[column] = owner[before]
        column = before
      } while column != 0
    }
    var result = Array(repeating: 0, count: rows)
    for column in 1...columns where owner[column] != 0 {
      guard costs[owner[column] - 1][column - 1] < impossible else { return nil }
      result[owner[column] - 1] = column - 1
    }
    return result
  }

  /// For each row in turn its column, where those before it leave it one by any arrangement; nil for rows
  /// that must go without. Earlier rows are worth more than later ones.
  static func assignInOrder(_ costs: [[Int]]) -> [Int?] {
    var result: [Int?] = Array(repeating: nil, count: costs.count)
    var served: [Int] = []
    for row in costs.indices where served.count < costs[row].count {
      guard let columns = assign((served + [row]).map { costs[$0] }) else { continue }
      served.append(row)
      for (place, index) in served.enumerated() { result[index] = columns[place] }
    }
    return result
  }
}

extension CardDescription {
  /// How many CRTCs there may be: those listed, or as far as the masks reach where the list was cut.
  var crtcCount: Int {
    let masks = (connectors ?? []).compactMap { $0.possibleCRTCs?.max() }.max() ?? -1
    return min(max(crtcs?.count ?? 0, masks + 1), 32)
  }

  /// The CRTC that lights an output now, by its place, where that is known.
  ///
  /// Where the connector does not say, but just one lit CRTC can reach it and shows a mode of its, it is that.
  func litCRTC(of connector: ConnectorDescription) -> Int? {
    guard let crtcs else { return nil }
    if let id = connector.crtcID { return id == 0 ? nil : crtcs.firstIndex { $0.id == id } }
    let lit = crtcs.indices.filter { index in
      guard let mode = crtcs[index].activeMode, connector.possibleCRTCs?.contains(index) ?? true else {
        return false
      }
      return connector.possibleCRTCs?.count == 1 || (connector.modes ?? []).contains { $0.isSame(as: mode) }
    }
    return lit.count == 1 ? lit[0] : nil
  }

  /// The cost of each CRTC for an output: its own costs nothing, an idle one little, one that lights
  /// another output more, one without a plane that we can draw on more still.
  ///
  /// `primaries` is `primaryPlanes()`, which is worth computing once.
  func routingCosts(of connector: ConnectorDescription, primaries: [Int?]) -> [Int] {
    let own = litCRTC(of: connector)
    return (0..<crtcCount).map { index in
      guard connector.possibleCRTCs?.contains(index) ?? true else { return Routing.impossible }
      if index == own { return 0 }
      var cost = 100
      if let crtcs, crtcs.indices.contains(index), crtcs[index].activeMode != nil { cost += 100 }
      if planes != nil, primaries[index] == nil { cost += 1000 }
      return cost
    }
  }

  /// For each CRTC the plane to draw on, by its place in `planes`; nil where none is known.
  ///
  /// Where several primary planes reach several CRTCs, each CRTC gets the one that the kernel most likely
  /// made for it: the one that is on it now, else they go by order.
  func primaryPlanes() -> [Int?] {
    guard let planes else { return Array(repeating: nil, count: crtcCount) }
    let candidates = planes.indices.filter { planes[$0].isForPictures }
    func costs(_ crtc: Int) -> [Int] {
      candidates.enumerated().map { order, place in
        guard planes[place].possibleCRTCs?.contains(crtc) ?? true else { return Routing.impossible }
        let last = planes[place].kind == nil ? 2000 + order : order
        guard let id = planes[place].crtcID, id != 0 else { return 1 + last }
        let isHere = crtcs.map { $0.indices.contains(crtc) && $0[crtc].id == id } ?? false
        return isHere ? 0 : 5000 + last
      }
    }
    let all = (0..<crtcCount).map(costs)
    return Routing.assignInOrder(all).enumerated().map { crtc, place in
      // Fewer planes than CRTCs: those left over name one that they could have, if the others are not used.
      (place ?? all[crtc].firstIndex { $0 < Routing.impossible }).map { candidates[$0] }
    }
  }
}

extension CardDescription {
  /// A plane to draw on where nothing is known of CRTCs.
  var anyPrimaryPlane: Int? { planes?.firstIndex(where: \.isForPictures) }
}

extension PlaneDescription {
  /// A primary plane, or one that may be, with a format that we draw or that may have one.
  fileprivate var isForPictures: Bool {
    guard kind == .primary || kind == nil else { return false }
    return formats.map { $0.contains(where: FourCC.drawable.contains) } ?? true
  }
}
