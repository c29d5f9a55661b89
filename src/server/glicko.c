// SPDX-License-Identifier: MIT
// After Mark Glickman's description of the Glicko-2 system; step numbers are his.
#include "server/glicko.h"

#include <math.h>

// Start, bounds and the system constant tau as the large chess servers have them.
const glicko glicko_start = {1500, 500, 0.09};
static const double scale = 173.7178, tau = 0.75;
static const double rd_min = 45, rd_max = 500, volatility_max = 0.1, change_max = 700;
static const double pi = 3.14159265358979323846;

static double g_of(double phi) {
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

static double expected(double mu, double mu_j, double phi_j) {
    return 1 / (1 + exp(-g_of(phi_j) * (mu - mu_j)));
}

// The function whose root is the logarithm of the new variance (step 5).
static double f_of(double x, double delta, double phi, double v, double a) {
    double e = exp(x), sum = phi * phi + v + e;
    return e * (delta * delta - phi * phi - v - e) / (2 * sum * sum) - (x - a) / (tau * tau);
}

// Step 5: the new volatility, by the Illinois variant of false position.
static double new_volatility(double delta, double phi, double v, double sigma) {
    double a = log(sigma * sigma), low = a, high;
    if (delta * delta > phi * phi + v) {
        high = log(delta * delta - phi * phi - v);
    } else {
        int k = 1;
        while (f_of(a - k * tau, delta, phi, v, a) < 0 && k < 100) {
            k++;
        }
        high = a - k * tau;
    }
    double f_low = f_of(low, delta, phi, v, a), f_high = f_of(high, delta, phi, v, a);
    for (int i = 0; i < 100 && fabs(high - low) > 1e-6; i++) {
        double c = low + (low - high) * f_low / (f_high - f_low);
        double f_c = f_of(c, delta, phi, v, a);
        if (f_c * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = c;
        f_high = f_c;
    }
    return exp(low / 2);
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

glicko glicko_after(glicko player, const glicko *others, const double *scores, int count) {
    double mu = (player.rating - 1500) / scale, phi = player.rd / scale;
    double precision = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        double mu_j = (others[i].rating - 1500) / scale, phi_j = others[i].rd / scale;
        double g = g_of(phi_j), e = expected(mu, mu_j, phi_j);
        precision += g * g * e * (1 - e);
        sum += g * (scores[i] - e);
    }
    if (count == 0 || precision <= 0) {
        return player;
    }
    double v = 1 / precision; // step 3
    double sigma = new_volatility(v * sum, phi, v, player.volatility);
    double wide = sqrt(phi * phi + sigma * sigma);          // step 6
    double after = 1 / sqrt(1 / (wide * wide) + precision); // step 7
    double change = clamp(after * after * sum * scale, -change_max, change_max);
    return (glicko){.rating = clamp(player.rating + change, 400, 4000),
                    .rd = clamp(after * scale, rd_min, rd_max),
                    .volatility = clamp(sigma, 0.0001, volatility_max)};
}
