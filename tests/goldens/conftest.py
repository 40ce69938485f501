"""Documents of a product that does not exist, in two languages."""

from pathlib import Path

import pytest

from raggauge.goldens.passages import Document

HUB = """# Lumo Hub

Lumo Hub is a small box that connects the lamps of a house to the network. It weighs little.

If you want to pair a lamp with the hub, hold the round button for five seconds and wait for the chime.

To reset the network settings, you can press both buttons until the ring turns red.

## Power

The power supply is based on a magnetic plug that separates when the cable is pulled.

Lumo Hub supports up to 40 lamps on one channel of the radio, counted without remote controls.

You can use the night mode to dim all lamps of a floor. You can use `lumoctl schedule` to plan scenes for the weekend.

When you unplug the cable during an update, Lumo Hub will return to the previous firmware at the start.
"""
BRIDGE = """# Lumo Bridge

Lumo Bridge is an adapter that lets lamps of other makers talk to the hub over a wire.

If you need to connect a lamp of another maker, you should register its serial number in the portal first.

You can update the bridge by copying the firmware file to its drive and pressing the side key.

Lumo Bridge provides a web page for reading the signal strength of every lamp that it can reach.

* no sentence leads to this list
"""
SCENES = """# Scenes

To create a scene for the evening, choose the lamps in the garden view and store their colours.

Scene colours are kept on the hub because the cloud must not know when somebody is at home.

If you delete a scene that a schedule uses, Lumo Hub will keep the lamps as they were.
"""
ZH = """# Lumo 中枢

Lumo 中枢是一种把家中灯具接入网络的小盒子，可以放在书架上。

如果你想把灯具与中枢配对，请按住圆形按钮五秒，直到听到提示音。

要重置网络设置，你可以同时按下两个按钮，直到指示环变红。

## 电源

你可以使用夜间模式来调暗整层楼的灯光。

Lumo 中枢支持在一个无线信道上连接四十盏灯具和若干遥控器。

场景颜色保存在中枢里，因为云端不应知道家中何时有人。

当你在更新时拔掉电源，Lumo 中枢会恢复到升级开始时的固件版本。
"""


@pytest.fixture
def documents() -> list[Document]:
    """Three English documents and a Chinese one."""
    texts = {"bridge.md": BRIDGE, "hub.md": HUB, "scenes.md": SCENES, "zh/hub.md": ZH}
    return [Document(path, text) for path, text in texts.items()]


@pytest.fixture
def folder(tmp_path: Path, documents: list[Document]) -> Path:
    """The same documents as files."""
    root = tmp_path / "docs"
    for document in documents:
        path = root / document.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document.text, encoding="utf-8")
    return root
