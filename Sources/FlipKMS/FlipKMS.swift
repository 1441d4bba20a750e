import CEGL
