Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0            1                            Integer     x_w_w10
        1                   0            1                            Integer     x_b_b20
        2                   0            1                            Integer     x_g_g30
        3                   0          inf                            Continuous  y_w_w10_b_b20
        4                   0          inf                            Continuous  y_w_w10_g_g30
        5                   0          inf                            Continuous  y_w_g30_b_b20
        6                   0          inf                            Continuous  y_w_g30_g_s40
        7                   0          inf                            Continuous  y_b_b20_g_w10
        8                   0          inf                            Continuous  y_b_b20_g_g30
        9                   0          inf                            Continuous  y_g_w10_c_g30
       10                   0          inf                            Continuous  y_g_g30_c_s40
       11                   0            1                            Integer     x_w_g30
       12                   0            1                            Integer     x_g_w10
       13                   0            1                            Integer     x_g_s40
       14                   0            1                            Integer     x_c_g30
       15                   0            1                            Integer     x_c_s40
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                -inf            1                            left_w
        1                -inf            1                            left_b
        2                -inf            1                            left_g
        3                -inf            1                            left_c
        4                -inf            1                            right_w10
        5                -inf            1                            right_b20
        6                -inf            1                            right_g30
        7                -inf            1                            right_s40
        8                -inf            0                            star_w_w10_left_b
        9                -inf            0                            star_b_b20_left_w
       10                -inf            0                            star_w_w10_right_b20
       11                -inf            0                            star_b_b20_right_w10
       12                -inf            0                            star_w_w10_left_g
       13                -inf            0                            star_g_g30_left_w
       14                -inf            0                            star_w_w10_right_g30
       15                -inf            0                            star_g_g30_right_w10
       16                -inf            0                            star_w_g30_left_b
       17                -inf            0                            star_w_g30_right_b20
       18                -inf            0                            star_b_b20_right_g30
       19                -inf            0                            star_w_g30_left_g
       20                -inf            0                            star_g_s40_left_w
       21                -inf            0                            star_w_g30_right_s40
       22                -inf            0                            star_g_s40_right_g30
       23                -inf            0                            star_b_b20_left_g
       24                -inf            0                            star_g_w10_left_b
       25                -inf            0                            star_g_w10_right_b20
       26                -inf            0                            star_g_g30_left_b
       27                -inf            0                            star_g_g30_right_b20
       28                -inf            0                            star_g_w10_left_c
       29                -inf            0                            star_c_g30_left_g
       30                -inf            0                            star_g_w10_right_g30
       31                -inf            0                            star_c_g30_right_w10
       32                -inf            0                            star_g_g30_left_c
       33                -inf            0                            star_c_s40_left_g
       34                -inf            0                            star_g_g30_right_s40
       35                -inf            0                            star_c_s40_right_g30

Model status: Time limit reached

Objective value: inf
