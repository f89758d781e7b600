#!/usr/bin/awk -f
# Each left variable takes its first free candidate that is worth something: a method of smatchproof in awk.
/^"matches"/ { exit }
/^\[/ {
    split($0, part, /[][,]/)
    if (part[4] > 0 && !(part[2] in left) && !(part[3] in right)) {
        left[part[2]]; right[part[3]]
        print part[2], part[3]
    }
}
