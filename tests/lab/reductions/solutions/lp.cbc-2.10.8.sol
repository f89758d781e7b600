Optimal - objective value 8.00000000
      0 x_w_w10                            1                       4
      1 x_b_b20                            1                       2
      2 x_g_g30                            1                       2
      3 y_w_w10_b_b20                      1                       0
      4 y_w_w10_g_g30                      1                       0
      5 y_w_g30_b_b20                      0                       0
      6 y_w_g30_g_s40                      0                       0
      7 y_b_b20_g_w10                      0                       0
      8 y_b_b20_g_g30                      1                       0
      9 y_g_w10_c_g30                      0                       0
     10 y_g_g30_c_s40                      1                       0
     11 x_w_g30                            0                       1
     12 x_g_w10                            0                       2
     13 x_g_s40                            0                       0
     14 x_c_g30                            0                       0
     15 x_c_s40                            1                       0
