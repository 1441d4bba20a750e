"""The package for arm64 on a machine of that kind, as a Raspberry Pi is one."""

import kiosk
from kiosk import ForeignKiosk, KioskTest


class Arm64(KioskTest):
    KIND = ForeignKiosk

    def test_1_power_on_and_the_time_is_there(self):
        self.state("active", timeout=240)
        self.assert_shows_the_time(240)
        self.assertEqual(self.run_in_guest("uname -m").strip(), "aarch64")
        self.assertIn("Virtual-1", self.unit("StatusText"))

    def test_2_installed_anew_it_shows_on(self):
        pid = self.unit("MainPID")
        (self.guest.share / "flip-kms.deb").write_bytes(kiosk.PACKAGE.read_bytes())
        # The disk was only unpacked, so the first time dpkg hears of the package, and the second time updates it.
        self.run_in_guest("dpkg -i /share/flip-kms.deb && dpkg -i /share/flip-kms.deb", 480)
        self.assertNotIn(self.unit("MainPID"), ("0", pid))
        self.assert_shows_the_time(120)
