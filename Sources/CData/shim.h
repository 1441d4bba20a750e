#pragma once
#include <ini.h>
#include <jansson.h>
