/* A check that moves along, and one that stays because the loop may make no pass. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = 5000;
    long sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 5; step++) {
        int *list = malloc(n * sizeof *list);
        if (!list) {
            fprintf(stderr, "no memory\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        list[step] = rank;
        MPI_Bcast(list, n, MPI_INT, step % 2, MPI_COMM_WORLD);
        sum += list[step];
        free(list);
    }
    for (int step = 0; step < argc; step++) {
        int *more = malloc(n * sizeof *more);
        if (more == NULL)
            MPI_Abort(MPI_COMM_WORLD, 1);
        more[step] = rank;
        MPI_Bcast(more, n, MPI_INT, 1, MPI_COMM_WORLD);
        sum += more[step];
        free(more);
    }
    printf("%d: %ld\n", rank, sum);
    MPI_Finalize();
    return 0;
}
