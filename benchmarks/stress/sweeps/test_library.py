"""The library of hard pairs: every instance is the one of its record."""

from benchmarks.library.families import FAMILIES
from benchmarks.library.instance import AbsentSourceError, by_name
from smatchproof.exact.certificate import fingerprint
from tests.test_library import RECORDS


def test_every_instance_is_the_one_of_its_record():
    for name, instance in by_name(FAMILIES).items():
        try:
            pair = instance.make()
        except AbsentSourceError:
            continue
        assert fingerprint(pair.convention.signature, *pair.triples()) == RECORDS[name].question, name
