#!/usr/bin/env bash
# Guess: a CoNLL-U file that is read and written again is the same file: a reader that does not need a column leaves it alone.
# True:  conllu 6.0.0 leaves out comments without "=", and all but the last of comments or MISC entries with one key; it cuts a
#        MISC value at its second "=", as in an address. pyconll 3.3.1 keeps such comments and values, sorts MISC, and
#        keeps the last of equal keys. udapi 0.5.2 writes the file as it was.
# Hurts: those who pass treebanks through one of them to change something else.
. "$(dirname "$0")/common.bash"
pypi conllu==6.0.0 pyconll==3.3.1 udapi==0.5.2
printf '# sent_id = 1\n# text = Hi\n# checked by two people\n# source = a\n# source = b\n1\tHi\thi\tINTJ\t_\t_\t0\troot\t_\tRef=http://example.org/?id=7|Gloss=hey|Gloss=hello\n\n' > g.conllu
{
    for name in conllu pyconll udapi; do
        echo "$name $(python -c "from importlib.metadata import version; print(version('$name'))")"
        python - $name <<'PY' > out
import sys

text = open("g.conllu").read()
if sys.argv[1] == "conllu":
    import conllu

    written = conllu.parse(text)[0].serialize()
elif sys.argv[1] == "pyconll":
    import pyconll

    written = pyconll.load_from_string(text).conll() + "\n"
else:
    from udapi.core.document import Document

    document = Document()
    document.from_conllu_string(text)
    written = document.to_conllu_string()
print(written, end="")
PY
        if cmp -s g.conllu out; then echo same; else diff <(cut -f1,10 g.conllu) <(cut -f1,10 out) | grep '^[<>] .' || true; fi
    done
} | seen 'conllu 6.0.0
< # checked by two people
< # source = a
< 1	Ref=http://example.org/?id=7|Gloss=hey|Gloss=hello
> 1	Ref=http://example.org/?id|Gloss=hello
pyconll 3.3.1
< # source = a
< 1	Ref=http://example.org/?id=7|Gloss=hey|Gloss=hello
> 1	Gloss=hello|Ref=http://example.org/?id=7
udapi 0.5.2
same'
