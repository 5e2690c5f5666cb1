"""fuda: replay, simulation, statistics and charts for records of 四時の札遊び, 猪牡忠臣 and 馬将."""

__version__ = "0.1.0"
