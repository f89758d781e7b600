Model status
Optimal

# Primal solution values
Feasible
Objective 8
Objective_bound 8
MIP_rel_gap 0
# Columns -8 sparse
x_w_w10 1 0
x_b_b20 1 1
x_g_g30 1 2
y_w_w10_b_b20 1 3
y_w_w10_g_g30 1 4
y_b_b20_g_g30 1 8
y_g_g30_c_s40 1 10
x_c_s40 1 15
