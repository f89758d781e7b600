Problem:    pair
Rows:       37
Columns:    16 (8 integer, 8 binary)
Non-zeros:  87
Status:     INTEGER OPTIMAL
Objective:  matched = 8 (MAXimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 left_w                      1                           1 
     2 left_b                      1                           1 
     3 left_g                      1                           1 
     4 left_c                      1                           1 
     5 right_w10                   1                           1 
     6 right_b20                   1                           1 
     7 right_g30                   1                           1 
     8 right_s40                   1                           1 
     9 star_w_w10_left_b
                                   0                           0 
    10 star_b_b20_left_w
                                   0                           0 
    11 star_w_w10_right_b20
                                   0                           0 
    12 star_b_b20_right_w10
                                   0                           0 
    13 star_w_w10_left_g
                                   0                           0 
    14 star_g_g30_left_w
                                   0                           0 
    15 star_w_w10_right_g30
                                   0                           0 
    16 star_g_g30_right_w10
                                   0                           0 
    17 star_w_g30_left_b
                                   0                           0 
    18 star_w_g30_right_b20
                                   0                           0 
    19 star_b_b20_right_g30
                                   0                           0 
    20 star_w_g30_left_g
                                   0                           0 
    21 star_g_s40_left_w
                                   0                           0 
    22 star_w_g30_right_s40
                                   0                           0 
    23 star_g_s40_right_g30
                                   0                           0 
    24 star_b_b20_left_g
                                   0                           0 
    25 star_g_w10_left_b
                                   0                           0 
    26 star_g_w10_right_b20
                                   0                           0 
    27 star_g_g30_left_b
                                   0                           0 
    28 star_g_g30_right_b20
                                   0                           0 
    29 star_g_w10_left_c
                                   0                           0 
    30 star_c_g30_left_g
                                   0                           0 
    31 star_g_w10_right_g30
                                   0                           0 
    32 star_c_g30_right_w10
                                   0                           0 
    33 star_g_g30_left_c
                                   0                           0 
    34 star_c_s40_left_g
                                   0                           0 
    35 star_g_g30_right_s40
                                   0                           0 
    36 star_c_s40_right_g30
                                   0                           0 
    37 matched                     8                             

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 x_w_w10      *              1             0             1 
     2 x_b_b20      *              1             0             1 
     3 x_g_g30      *              1             0             1 
     4 y_w_w10_b_b20
                                   1             0               
     5 y_w_w10_g_g30
                                   1             0               
     6 y_w_g30_b_b20
                                   0             0               
     7 y_w_g30_g_s40
                                   0             0               
     8 y_b_b20_g_w10
                                   0             0               
     9 y_b_b20_g_g30
                                   1             0               
    10 y_g_w10_c_g30
                                   0             0               
    11 y_g_g30_c_s40
                                   1             0               
    12 x_w_g30      *              0             0             1 
    13 x_g_w10      *              0             0             1 
    14 x_g_s40      *              0             0             1 
    15 x_c_g30      *              0             0             1 
    16 x_c_s40      *              1             0             1 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

KKT.PB: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

End of output
