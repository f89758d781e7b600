/* The heaviest candidates first, as a method of smatchproof in C: cc -O2 -o greedy greedy.c; --method cmd:./greedy */
#include <stdio.h>
#include <stdlib.h>

static long candidate[100000][4]; /* left, right, weight, and the number of the candidate */

static int heavier(const void *one, const void *other) {
    const long *a = one, *b = other;
    return a[2] != b[2] ? (a[2] < b[2] ? 1 : -1) : (a[3] > b[3]) - (a[3] < b[3]);
}

int main(int arguments, char **words) {
    FILE *file = arguments == 2 ? fopen(words[1], "r") : NULL;
    long lefts, rights, number = 0;
    if (!file || fscanf(file, "{\"left\": %ld, \"right\": %ld,", &lefts, &rights) != 2) {
        fprintf(stderr, "expected the file of a problem\n");
        return 1;
    }
    while (fgetc(file) != '[') { }
    while (number < 100000 && fscanf(file, " [%ld,%ld,%ld],", &candidate[number][0], &candidate[number][1], &candidate[number][2]) == 3)
        candidate[number][3] = number, number++;
    qsort(candidate, number, sizeof candidate[0], heavier);
    char *left_taken = calloc(lefts + 1, 1), *right_taken = calloc(rights + 1, 1);
    for (long p = 0; p < number; p++)
        if (!left_taken[candidate[p][0]] && !right_taken[candidate[p][1]]) {
            left_taken[candidate[p][0]] = right_taken[candidate[p][1]] = 1;
            printf("%ld %ld\n", candidate[p][0], candidate[p][1]);
        }
    return 0;
}
