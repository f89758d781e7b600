# Solution for model matched
# Objective value = 8
x_w_w10 1
x_b_b20 1
x_g_g30 1
y_w_w10_b_b20 1
y_w_w10_g_g30 1
y_w_g30_b_b20 0
y_w_g30_g_s40 0
y_b_b20_g_w10 0
y_b_b20_g_g30 1
y_g_w10_c_g30 0
y_g_g30_c_s40 1
x_w_g30 0
x_g_w10 0
x_g_s40 0
x_c_g30 0
x_c_s40 1
