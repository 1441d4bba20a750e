#pragma once
#include <systemd/sd-daemon.h>
#include <mosquitto.h>
