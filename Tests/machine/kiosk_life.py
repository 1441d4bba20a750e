"""A kiosk's life: power on, changes, accidents, an update, the end. Each test goes on from the one before."""

import kiosk
from kiosk import SIZE, KioskTest, newer
from picture import Picture

LIGHT = "[look]\ntheme = light\n"


class Life(KioskTest):
    def test_01_power_on_and_the_time_is_there(self):
        self.state("active", timeout=180)
        self.assert_shows_the_time(120)
        self.assertEqual(self.unit("NRestarts"), "0", self.run_in_guest("journalctl -b -u flip-kms --no-pager"))
        self.assertIn("Virtual-1", self.unit("StatusText"))
        self.assertEqual(self.unit("ActiveState", "getty@tty1"), "inactive")
        self.assertIn("using the display", self.journal("info"))

    def test_02_it_runs_as_nobody_in_particular_in_a_sandbox(self):
        pid = self.unit("MainPID")
        self.assertEqual(self.run_in_guest(f"ps -o user= -p {pid}").strip(), "flip-kms")
        self.assertIn("NoNewPrivs:\t1", self.run_in_guest(f"cat /proc/{pid}/status"))
        self.assertIn("CapEff:\t0000000000000000", self.run_in_guest(f"cat /proc/{pid}/status"))
        self.run_in_guest("systemd-analyze security --threshold=20 --no-pager flip-kms", 120)
        self.assertEqual(self.run_in_guest("systemd-analyze verify --man=no flip-kms.service 2>&1", 120), "")

    def test_03_a_reload_changes_the_picture_and_not_the_process(self):
        pid = self.unit("MainPID")
        self.write(LIGHT)
        self.run_in_guest("systemctl reload flip-kms")
        self.assert_shows_the_time()
        self.assertEqual(self.unit("MainPID"), pid)
        self.assertIn("the configuration was read again", self.journal("notice"))

    def test_04_a_broken_configuration_changes_nothing_and_is_named(self):
        pid = self.unit("MainPID")
        self.run_in_guest("cp /etc/flip-kms.conf /etc/flip-kms.test")  # what the picture is rendered by
        self.write("[look]\ntheme = dark\nthem = light\n")
        reload = self.guest.run("systemctl reload flip-kms")
        self.assertEqual(reload.status, 1)
        self.assertIn("failed", reload.err)
        self.assertIn("/etc/flip-kms.conf:3", self.journal("err"))
        # Whoever sends the signal alone gets no other answer, nor for what is found out last.
        self.write("[look]\ntheme = dark\nfont = /nowhere.ttf\n")
        self.run_in_guest("systemctl kill --kill-whom=main --signal=HUP flip-kms")
        self.until(lambda: "settings stay as they were" in self.journal("err"), 20, "the fault")
        self.assertIn("/etc/flip-kms.conf:3: no font file at '/nowhere.ttf'", self.journal("err"))
        self.assert_shows_the_time()
        self.assertEqual((self.unit("MainPID"), self.unit("ActiveState")), (pid, "active"))

    def test_05_started_with_a_broken_configuration_it_gives_the_prompt_back(self):
        self.write("[look]\nthem = light\n")
        self.guest.run("systemctl restart flip-kms")
        self.state("failed")
        self.assertEqual(self.unit("ExecMainStatus"), "78")
        self.assert_login_prompt()
        self.write(LIGHT)
        self.run_in_guest("rm /etc/flip-kms.test; systemctl start flip-kms", 120)
        self.assert_shows_the_time()

    def test_06_killed_it_is_back_and_no_prompt_shows_in_between(self):
        pid, prompts = self.unit("MainPID"), self.prompts()
        self.run_in_guest(f"kill -9 {pid}")
        self.until(lambda: self.unit("MainPID") not in ("0", pid), 20, "another process")
        self.state("active")
        self.assert_shows_the_time()
        self.assertEqual(self.prompts(), prompts)

    def test_07_stopped_in_its_tracks_it_is_replaced_by_the_watchdog(self):
        pid, prompts = self.unit("MainPID"), self.prompts()
        self.run_in_guest(f"kill -STOP {pid}")
        self.until(lambda: self.unit("MainPID") not in ("0", pid), 90, "another process")
        self.state("active")
        self.assert_shows_the_time()
        self.assertEqual(self.prompts(), prompts)

    def test_08_a_full_disk_is_no_matter(self):
        self.guest.run("cat /dev/zero >/var/full", 120)
        self.addCleanup(self.guest.run, "rm -f /var/full")
        prompts = self.prompts()
        self.run_in_guest("systemctl restart flip-kms", 120)
        self.assert_shows_the_time()
        self.assertEqual((self.prompts(), self.unit("ActiveState", "getty@tty1")), (prompts, "inactive"))

    def test_09_the_clock_steps_by_a_year(self):
        pid = self.unit("MainPID")
        for step in ("+1 year +3 hours +17 minutes", "-1 year"):
            self.run_in_guest(f'date -s "{step}"')
            self.assert_shows_the_time()
        self.assertEqual(self.unit("MainPID"), pid)

    def test_10_the_zone_changes(self):
        pid = self.unit("MainPID")
        self.run_in_guest("ln -sf /usr/share/zoneinfo/Asia/Kathmandu /etc/localtime")
        self.assert_shows_the_time()
        self.assertEqual(self.unit("MainPID"), pid)

    def test_11_the_display_is_pulled_and_put_back(self):
        pid = self.unit("MainPID")
        self.guest.plug.unplug()
        self.until(lambda: "waiting" in self.unit("StatusText"), 30, "a word about it")
        self.assertEqual(self.unit("ActiveState"), "active")
        self.guest.plug.resize(640, 480)
        self.assert_shows_the_time()
        self.assertEqual(self.unit("MainPID"), pid)

    def test_12_turned_off_it_gives_the_login_prompt_back(self):
        self.run_in_guest("systemctl stop flip-kms")
        self.assertEqual(self.unit("ActiveState"), "inactive")
        self.assert_login_prompt()
        self.run_in_guest("systemctl start flip-kms", 120)
        self.assert_shows_the_time()
        self.assertEqual(self.unit("ActiveState", "getty@tty1"), "inactive")

    def test_13_it_takes_over_without_setting_the_mode_again(self):
        self.run_in_guest("systemctl stop flip-kms")
        self.state("active", "getty@tty1")
        self.run_in_guest("dmesg --clear; echo 0x10 >/sys/module/drm/parameters/debug")
        self.addCleanup(self.guest.run, "echo 0 >/sys/module/drm/parameters/debug")
        self.run_in_guest("systemctl start flip-kms", 120)
        self.assert_shows_the_time()
        changes = "dmesg | grep -E 'CRTC.*(mode|enable|active|connectors) changed'"
        self.assertEqual(self.guest.run(changes).out, "")
        # It would be said: dark for a while, the display is set anew.
        self.guest.plug.unplug()
        self.until(lambda: self.guest.run(changes).out, 30, "the kernel's word about it")
        self.guest.plug.resize(640, 480)
        self.assert_shows_the_time()

    def test_14_where_it_is_told_to_keep_the_picture_stays(self):
        folder = "/run/systemd/system/flip-kms.service.d"
        # As docs/kiosk.md has it, with a picture that stands.
        self.run_in_guest(f"mkdir -p {folder}")
        self.write(
            "[Service]\nKillMode=process\n"
            "ExecStart=\nExecStart=/usr/bin/flip-kms run --exit keep --at 2026-01-01T10:00:00Z\n",
            f"{folder}/test.conf",
        )
        prompt = "flip-kms-prompt.service"
        self.run_in_guest(f"systemctl mask --runtime {prompt}; systemctl daemon-reload; systemctl restart flip-kms", 120)
        instant = "--config /etc/flip-kms.conf --at 2026-01-01T10:00:00Z"
        self.run_in_guest(f"flip-kms render {instant} --size {SIZE} -o /share/kept.png", 120)
        kept = Picture.read(self.guest.share / "kept.png")
        self.until(lambda: self.screen() == kept, 30, "the picture of that instant")
        self.run_in_guest("systemctl stop flip-kms")
        self.assertEqual(self.unit("ActiveState"), "inactive")
        self.assertTrue(self.screen() == kept)
        self.run_in_guest(f"rm -r {folder}; systemctl unmask --runtime {prompt}; systemctl daemon-reload")
        self.run_in_guest("systemctl start flip-kms", 120)
        self.assert_shows_the_time()
        self.assertEqual(self.run_in_guest("pgrep -c flip-keeper || true").strip(), "0")

    def test_15_what_fails_again_and_again_gives_the_prompt_back_and_is_tried_later(self):
        folder = "/run/systemd/system/flip-kms"
        self.run_in_guest(f"mkdir -p {folder}.service.d {folder}-again.service.d")
        failing = "[Service]\nExecStart=\nExecStart=/usr/bin/flip-kms run --font /nowhere.ttf\n"
        self.write(failing, f"{folder}.service.d/test.conf")
        self.write("[Service]\nEnvironment=WAIT=1s\n", f"{folder}-again.service.d/test.conf")
        self.guest.run("systemctl daemon-reload; systemctl restart flip-kms", 120)
        self.state("failed", timeout=120)
        self.assertEqual(self.unit("ExecMainStatus"), "66")
        self.log_in()
        self.run_in_guest(f"rm -r {folder}.service.d; systemctl daemon-reload; systemctl reset-failed flip-kms")
        waiting = set()

        def waited():
            waiting.add(self.run_in_guest("cat /sys/fs/cgroup/system.slice/flip-kms-again.service/cgroup.procs"))
            return len(waiting) > 3

        self.until(waited, 30, "some rounds of waiting while somebody is logged in")
        self.assertEqual(self.unit("ActiveState"), "inactive")
        self.type("exit\n")
        self.assert_shows_the_time()
        self.state("inactive", "flip-kms-again")
        self.run_in_guest(f"rm -r {folder}-again.service.d; systemctl daemon-reload")

    def test_16_stopped_between_two_tries_it_gives_the_prompt_back(self):
        folder = "/run/systemd/system/flip-kms.service.d"
        self.run_in_guest(f"mkdir -p {folder}")
        failing = "[Service]\nExecStart=\nExecStart=/usr/bin/flip-kms run --font /nowhere.ttf\nRestartSec=1h\n"
        self.write(failing, f"{folder}/test.conf")
        self.guest.run("systemctl daemon-reload; systemctl --no-block restart flip-kms", 120)
        self.until(lambda: self.unit("SubState") == "auto-restart", 60, "the time between two tries")
        self.assertEqual(self.unit("ActiveState", "getty@tty1"), "inactive")
        self.run_in_guest("systemctl stop flip-kms")
        self.assert_login_prompt()
        self.run_in_guest(f"rm -r {folder}; systemctl daemon-reload; systemctl start flip-kms", 120)
        self.assert_shows_the_time()

    def test_17_an_update_while_it_runs(self):
        self.write(LIGHT)
        pid = self.unit("MainPID")
        newer(kiosk.PACKAGE, "99", self.guest.share)
        self.run_in_guest("dpkg --force-confdef --force-confold -i /share/newer.deb", 180)
        self.assertNotIn(self.unit("MainPID"), ("0", pid))
        self.assertEqual(self.run_in_guest("cat /etc/flip-kms.conf"), LIGHT)
        self.assert_shows_the_time()

    def test_18_an_update_leaves_off_what_was_off(self):
        self.run_in_guest("systemctl disable --now flip-kms")
        self.run_in_guest("dpkg --force-confdef --force-confold -i /share/newer.deb", 180)
        self.assertEqual((self.unit("ActiveState"), self.unit("UnitFileState")), ("inactive", "disabled"))
        self.run_in_guest("systemctl enable --now flip-kms", 120)
        self.assert_shows_the_time()

    def test_19_removed_it_leaves_the_prompt_and_the_configuration(self):
        self.run_in_guest("dpkg -r flip-kms", 120)
        self.assert_login_prompt()
        self.assertEqual(self.run_in_guest("cat /etc/flip-kms.conf"), LIGHT)

    def test_20_purged_it_leaves_nothing(self):
        self.run_in_guest("dpkg -P flip-kms", 120)
        left = self.run_in_guest(
            "find /etc /usr /var /run -xdev -name '*flip-kms*' -not -path '/var/log/*'"
        )
        self.assertEqual(left, "")
        self.assertEqual(self.guest.run("getent passwd flip-kms; getent group flip-kms").out, "")

    def test_21_installed_on_a_running_system_it_shows_at_once(self):
        package = self.guest.share / "flip-kms.deb"
        package.write_bytes(kiosk.PACKAGE.read_bytes())
        self.run_in_guest("dpkg -i /share/flip-kms.deb", 180)
        self.assert_shows_the_time()
        self.assertEqual(self.unit("UnitFileState"), "enabled")

    def test_22_it_makes_way_for_a_rescue_shell(self):
        self.run_in_guest("systemctl --no-block rescue")
        self.state("inactive", "flip-kms-prompt")
        self.state("active", "rescue.service")
        self.assertEqual((self.unit("ActiveState"), self.unit("ActiveState", "getty@tty1")), ("inactive", "inactive"))
        self.run_in_guest("systemctl --no-block default")
        self.assert_shows_the_time(120)

    def prompts(self):
        """How often the login prompt was started so far."""
        return self.run_in_guest("journalctl -b -u getty@tty1 --no-pager -o cat").count("Started")
