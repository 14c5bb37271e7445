int first(int a, int b) { return a < b ? a : b; }
int second(int a, int b) { return a < b ? a : b; }
