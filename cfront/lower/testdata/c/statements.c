/* Every statement of C. */
int f(int), g(int);

int branches(int a, int b)
{
	if (a > 0)
		f(1);
	else if (a < -10 || b == 3 && !f(b))
		f(2);
	else
		return 4;
	return a ? b : g(a);
}

int loops(int n)
{
	int i, sum = 0;
	for (i = 0; i < n; i++) {
		if (i == 3)
			continue;
		if (i > 7)
			break;
		sum += i;
	}
	while (n-- > 0)
		f(n);
	do {
		sum--;
	} while (sum > 10);
	do
		f(9);
	while (0);
	for (;;) {
		if (f(sum))
			return sum;
	}
}

/* Parts of a for statement left out. */
void partial_for(int i, int n)
{
	for (; i < n;)
		i += 2;
	for (i = 3;; i--)
		if (!i)
			break;
	for (;; ++i)
		if (i == n)
			return;
	for (int j = f(';'); j;)
		j = g(j);
}

int switches(int v)
{
	switch (f(v)) {
	case 1:
	case 2:
		g(1);
		/* falls through */
	case 3:
		g(3);
		break;
	case 10 ... 12:
		return 10;
	default:
		g(0);
	case 'x':
		g('x');
	}
	switch (v) {
		int never;
	case 5:
		never = 1;
		while (v) {
		case 6:
			if (f(v))
				continue;
			break;
		}
	}
	return 0;
}

int jumps(int n)
{
again:
	if (f(n) < 0)
		goto fail;
	if (--n)
		goto again;
	{
		void *to = &&fail;
		goto *to;
	}
fail:
	return -1;
}
