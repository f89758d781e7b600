* tiny
* the minimum is minus the largest number of matched triples
* x_w_c: w / want-01 -> c / boy
* x_w_d: w / want-01 -> d / want-01
* x_b_c: b / boy -> c / boy
* y_w_d_b_c: w -> d together with b -> c
NAME smatch
ROWS
 N matched
 L left_w
 L left_b
 L right_c
 L right_d
 L star_w_d_left_b
 L star_b_c_left_w
 L star_w_d_right_c
 L star_b_c_right_d
COLUMNS
 INTEGERS 'MARKER' 'INTORG'
 x_w_c matched -1
 x_w_c left_w 1
 x_w_c right_c 1
 x_w_d matched -1
 x_w_d left_w 1
 x_w_d right_d 1
 x_w_d star_w_d_left_b -1
 x_w_d star_w_d_right_c -1
 x_b_c matched -1
 x_b_c left_b 1
 x_b_c right_c 1
 x_b_c star_b_c_left_w -1
 x_b_c star_b_c_right_d -1
 INTEGERS_END 'MARKER' 'INTEND'
 y_w_d_b_c matched -1
 y_w_d_b_c star_w_d_left_b 1
 y_w_d_b_c star_b_c_left_w 1
 y_w_d_b_c star_w_d_right_c 1
 y_w_d_b_c star_b_c_right_d 1
RHS
 RHS left_w 1
 RHS left_b 1
 RHS right_c 1
 RHS right_d 1
BOUNDS
 BV BOUND x_w_c
 BV BOUND x_w_d
 BV BOUND x_b_c
ENDATA
