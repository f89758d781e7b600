Model status
Optimal

# Primal solution values
Feasible
Objective 8
# Columns 16
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
# Rows 36
left_w 1
left_b 1
left_g 1
left_c 1
right_w10 1
right_b20 1
right_g30 1
right_s40 1
star_w_w10_left_b 0
star_b_b20_left_w 0
star_w_w10_right_b20 0
star_b_b20_right_w10 0
star_w_w10_left_g 0
star_g_g30_left_w 0
star_w_w10_right_g30 0
star_g_g30_right_w10 0
star_w_g30_left_b 0
star_w_g30_right_b20 0
star_b_b20_right_g30 0
star_w_g30_left_g 0
star_g_s40_left_w 0
star_w_g30_right_s40 0
star_g_s40_right_g30 0
star_b_b20_left_g 0
star_g_w10_left_b 0
star_g_w10_right_b20 0
star_g_g30_left_b 0
star_g_g30_right_b20 0
star_g_w10_left_c 0
star_c_g30_left_g 0
star_g_w10_right_g30 0
star_c_g30_right_w10 0
star_g_g30_left_c 0
star_c_s40_left_g 0
star_g_g30_right_s40 0
star_c_s40_right_g30 0

# Dual solution values
None

# Basis
HiGHS_basis_file v2
None
