/* Times messages between two MPI ranks, for the model of docs/ScaleOut.md.
 *
 *   mpiexec -n 2 messages
 *
 * Prints the least time of rounds in microseconds, until all messages of both
 * directions have arrived. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 100, MOST_BYTES = 1 << 20, MOST_MESSAGES = 26 };

static char *sent, *received;
static int me, bytes, messages;
static MPI_Request requests[2 * MOST_MESSAGES];
static MPI_Status statuses[2 * MOST_MESSAGES];

/* `messages` of `bytes` each way. */
static void exchange(void) {
  MPI_Startall(2 * messages, requests);
  MPI_Waitall(2 * messages, requests, statuses);
}

static double measure(void) {
  double best = 1e9;
  for (int round = 0, repeats = 1; round < ROUNDS; ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int i = 0; i < repeats; ++i)
      exchange();
    double time = (MPI_Wtime() - begin) / repeats;
    best = time < best ? time : best;
    MPI_Bcast(&time, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    /* About a millisecond. */
    repeats = 1 + (int)(1e-3 / time);
  }
  return 1e6 * best;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (ranks != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  sent = calloc(2, MOST_BYTES);
  received = sent + MOST_BYTES;

  static const struct {
    int messages, bytes;
  } exchanges[] = {{1, 8},       {26, 8},      {1, 8192},    {1, 16384},
                   {1, 1 << 15}, {1, 1 << 17}, {1, 1 << 18}, {1, 1 << 20}};
  for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; ++i) {
    messages = exchanges[i].messages;
    bytes = exchanges[i].bytes;
    for (int message = 0; message < messages; ++message) {
      MPI_Recv_init(received + bytes * message, bytes, MPI_BYTE, !me, message,
                    MPI_COMM_WORLD, &requests[message]);
      MPI_Send_init(sent + bytes * message, bytes, MPI_BYTE, !me, message,
                    MPI_COMM_WORLD, &requests[messages + message]);
    }
    double time = measure();
    if (me == 0)
      printf("%d of %d bytes each way: %.2f\n", messages, bytes, time);
    for (int request = 0; request < 2 * messages; ++request)
      MPI_Request_free(&requests[request]);
  }
  free(sent);
  MPI_Finalize();
  return 0;
}
