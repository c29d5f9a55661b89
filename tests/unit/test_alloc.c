#include "support/help.h"
int main(void){return 0;}
