/* Two buffers of one size in a loop of main, with a check of one of them and early ways out of the pass. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = 6000;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int step = 0; step < 12; step++) {
        double *out = (double *)malloc(n * sizeof *out); /* to the right */
        double *in = malloc(n * sizeof(double));
        if (out == NULL) {
            fprintf(stderr, "no memory\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }

        for (int i = 0; i < n; i++)
            out[i] = rank + 0.5 * step + i;
        MPI_Sendrecv(out, n, MPI_DOUBLE, next, 0, in, n, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (step % 3 == 2) {
            sum += 1;
            free(out);
            free(in);
            continue;
        }
        sum += in[step];
        free(in);
        free(out);
    }
    printf("%d: %g\n", rank, sum);
    MPI_Finalize();
    return 0;
}
