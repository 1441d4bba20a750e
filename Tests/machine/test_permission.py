"""Without being root: who may show, who may not, and what they are told."""

from console import ConsoleTest
from every_card import AT_REST

OPTIONS = ["--at", AT_REST, "--timezone", "UTC"]
CARD, RENDER = "/dev/dri/card0", "/dev/dri/renderD128"
GROUPS = {"video": CARD, "render": RENDER}


class Permission(ConsoleTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name in ("video", "render", "input"):
            cls.guest.run(f"getent group {name} || groupadd -r {name}").check()
        for user, groups in (("carol", "video,render,input"), ("dave", "input")):
            cls.guest.run(f"id {user} || useradd -m -g users -G {groups} {user}").check()

    def setUp(self):
        super().setUp()
        # As udev leaves them.
        for group, node in GROUPS.items():
            self.guest.run(f"chgrp {group} {node}; chmod 660 {node}").check()
            self.addCleanup(self.guest.run, f"chgrp root {node}; chmod 600 {node}")

    def test_a_user_of_the_groups_shows_and_leaves_a_console(self):
        expected = self.render(*OPTIONS)
        running = self.start_as("carol")
        self.assert_shows(expected, running)
        self.assertNotIn("without a GPU", running.read("err"))
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        self.assert_usable("typedcarol")

    def test_without_the_render_node_it_shows_and_says_what_is_missing(self):
        self.guest.run("gpasswd -d carol render").check()
        self.addCleanup(self.guest.run, "gpasswd -a carol render")
        running = self.start_as("carol")
        self.says(running, "showing on Virtual-1")
        # The groups stand in the order of their numbers, which are the system's.
        self.assertRegex(
            running.read("err"),
            rf"\nflip-kms: drawing without a GPU: {RENDER}: no permission: it belongs to group render, and user carol "
            r"\(groups users, (video, input|input, video)\) is not in it; "
            r"run: sudo usermod -aG render carol, and log in again\n",
        )
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)

    def test_without_any_render_node_it_shows_all_the_same(self):
        self.guest.run(f"mv {RENDER} /dev/away").check()
        self.addCleanup(self.guest.run, f"mv /dev/away {RENDER}")
        running = self.start_as("carol")
        self.says(running, "showing on Virtual-1")
        self.assertNotIn("without a GPU", running.read("err"))

    def test_a_user_without_the_group_is_told_which_and_what_to_run(self):
        told = (
            f"flip-kms: {CARD}: no permission: it belongs to group video, and user dave (groups users, input) "
            "is not in it; run: sudo usermod -aG video dave, and log in again\n"
        )
        result = self.start_as("dave").wait()
        self.assertEqual((result.status, result.err), (77, told))
        result = self.start_as("dave", "displays").wait()
        self.assertEqual((result.status, result.err), (77, told))
        self.assert_shows(self.before)

    def test_a_user_who_has_not_logged_in_again(self):
        self.guest.run("gpasswd -a dave video").check()
        self.addCleanup(self.guest.run, "gpasswd -d dave video")
        result = self.start_as("dave", groups="--groups=input").wait()
        told = f"flip-kms: {CARD}: no permission: dave is in its group video from the next login on: log out and in again\n"
        self.assertEqual((result.status, result.err), (77, told))

    def test_a_node_that_is_roots_alone(self):
        self.guest.run(f"chgrp root {CARD}; chmod 600 {CARD}").check()
        result = self.start_as("carol").wait()
        told = (
            f"flip-kms: {CARD}: no permission: it is not open to a group; udev gives it to video or render: "
            "does udev run?\n"
        )
        self.assertEqual((result.status, result.err), (77, told))

    def start_as(self, user, command="run", groups="--init-groups"):
        """The program as a user who logged in over the network: without a console."""
        words = f"setpriv --reuid={user} --regid=users {groups} --reset-env /share/flip-kms {command}".split()
        running = self.guest.start([*words, *(OPTIONS if command == "run" else [])])
        self.addCleanup(self._end, running)
        return running
