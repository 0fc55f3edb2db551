/* A warning and a note. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = 6000;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < argc + 9; i++) {
        double *edge = malloc(n * sizeof *edge);
        char *word = malloc(64);
        MPI_Bcast(edge, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Bcast(word, 64, MPI_CHAR, 0, MPI_COMM_WORLD);
        free(word);
        free(edge);
    }
    MPI_Finalize();
    return 0;
}
