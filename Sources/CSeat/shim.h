#pragma once
#include <libseat.h>
#include <libudev.h>
