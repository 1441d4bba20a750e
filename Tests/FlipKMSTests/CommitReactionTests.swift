import Glibc
import Testing

@testable import FlipKMS

@Suite("Refusals of the kernel")
struct CommitReactionTests {
  @Test(
    "Each errno has its reaction",
    arguments: [
      (EINTR, CommitReaction.again), (EAGAIN, .again), (EBUSY, .wait), (EACCES, .pause), (EPERM, .pause),
      (EINVAL, .modeset), (ERANGE, .modeset), (ENOENT, .modeset), (ENOSPC, .reduce), (ENOMEM, .reduce),
      (ENODEV, .tearDown), (EIO, .tearDown), (ENXIO, .tearDown), (EFAULT, .fail), (0, .fail),
    ])
  func reactions(code: Int32, reaction: CommitReaction) {
    #expect(CommitReaction(errno: code) == reaction)
    #expect(KMSError(call: "atomic commit", code: code).reaction == reaction)
  }

  @Test("The line names the call, the reason and the symbol")
  func words() {
    let error = KMSError(call: "drmModeAddFB2", code: EINVAL)
    #expect(error.description == "drmModeAddFB2: Invalid argument (EINVAL)")
    #expect(KMSError(call: "gbm_surface_create", code: 0).description == "gbm_surface_create: failed")
  }
}

@Suite("Why a card cannot be had")
struct PermissionTests {
  @Test("The group that would give it is named, with what to run")
  func group() {
    let facts = Permission(group: "video", user: "kiosk", groups: ["kiosk", "audio"])
    let expected =
      "/dev/dri/card1: no permission: it belongs to group video, and user kiosk (groups kiosk, audio) "
      + "is not in it; run: sudo usermod -aG video kiosk, and log in again"
    #expect(facts.sentence(for: "/dev/dri/card1") == expected)
  }

  @Test("A group that we are in is not asked for again")
  func member() {
    let facts = Permission(group: "video", user: "kiosk", groups: ["kiosk", "video"])
    #expect(
      facts.sentence(for: "/dev/dri/card0")
        == "/dev/dri/card0: no permission for user kiosk (groups kiosk, video), though its group is video: "
        + "look at the sandbox")
  }

  @Test("A group that the user was given after logging in wants another login")
  func newMember() {
    let facts = Permission(group: "video", user: "kiosk", groups: ["kiosk"], groupsToCome: ["video"])
    #expect(
      facts.sentence(for: "/dev/dri/card0")
        == "/dev/dri/card0: no permission: kiosk is in its group video from the next login on: "
        + "log out and in again")
  }

  @Test("No group helps where the node is root's alone")
  func rootAlone() {
    let facts = Permission(group: "root", letsGroup: false, user: "kiosk", groups: ["kiosk"])
    #expect(
      facts.sentence(for: "/dev/dri/card0")
        == "/dev/dri/card0: no permission: it is not open to a group; udev gives it to video or render: "
        + "does udev run?")
  }

  @Test("A node that is there belongs to somebody")
  func realNode() {
    let facts = Permission(of: "/dev/null")
    #expect(facts.group == "root")
    #expect(!facts.user.isEmpty && !facts.groups.isEmpty)
  }

  @Test("Codes of open() have their kinds")
  func kinds() {
    #expect(KMSError.opening("/dev/null", code: EACCES).kind == .permission)
    #expect(KMSError.opening("/nowhere", code: ENOENT).kind == .missing)
    #expect(KMSError.opening("/dev/null", code: EBUSY).kind == .held)
    #expect(KMSError.opening("/dev/null", code: EMFILE).kind == .fault)
  }
}

@Suite("Who holds a display")
struct MasterHolderTests {
  /// Columns as Linux 6.12 prints them in debugfs.
  let clients = """
                   command  tgid dev master a   uid      magic
            systemd-logind   612   0   n    y     0          0
                 Xorg main   844   0   y    y     0          0
                  kmscube  1031   0   n    y  1000          1

    """

  @Test("The kernel's own list tells the master")
  func master() {
    #expect(MasterHolder.master(in: clients) == MasterHolder(name: "Xorg main", process: 844))
    #expect(MasterHolder.master(in: "command tgid dev master a uid magic\n") == nil)
    #expect(MasterHolder.master(in: "") == nil)
  }

  @Test("In words")
  func words() {
    let holders = [MasterHolder(name: "Xorg", process: 844), MasterHolder(name: "weston", process: 9)]
    #expect(
      MasterHolder.sentence(for: "/dev/dri/card0", holders: holders)
        == "/dev/dri/card0 is held by Xorg (process 844), weston (process 9)")
    #expect(
      MasterHolder.sentence(for: "/dev/dri/card0", holders: []) == "/dev/dri/card0 is held by another program"
    )
  }
}
