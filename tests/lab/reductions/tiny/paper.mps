* tiny
* the minimum is minus the largest number of matched triples
* v_w_c: w / want-01 -> c / boy
* v_w_d: w / want-01 -> d / want-01
* v_b_c: b / boy -> c / boy
* v_b_d: b / boy -> d / want-01
* t_w_c_1: a triple of w / want-01 -> c / boy
* t_w_d_1: a triple of w / want-01 -> d / want-01
* t_b_c_1: a triple of b / boy -> c / boy
* t_w_d_b_c_1: w -> d together with b -> c
NAME smatch
ROWS
 N matched
 L left_w
 L left_b
 L right_c
 L right_d
 L t_w_c_1_needs_w_c
 L t_w_d_1_needs_w_d
 L t_b_c_1_needs_b_c
 L t_w_d_b_c_1_needs_w_d
 L t_w_d_b_c_1_needs_b_c
COLUMNS
 INTEGERS 'MARKER' 'INTORG'
 v_w_c left_w 1
 v_w_c right_c 1
 v_w_c t_w_c_1_needs_w_c -1
 v_w_d left_w 1
 v_w_d right_d 1
 v_w_d t_w_d_1_needs_w_d -1
 v_w_d t_w_d_b_c_1_needs_w_d -1
 v_b_c left_b 1
 v_b_c right_c 1
 v_b_c t_b_c_1_needs_b_c -1
 v_b_c t_w_d_b_c_1_needs_b_c -1
 v_b_d left_b 1
 v_b_d right_d 1
 t_w_c_1 matched -1
 t_w_c_1 t_w_c_1_needs_w_c 1
 t_w_d_1 matched -1
 t_w_d_1 t_w_d_1_needs_w_d 1
 t_b_c_1 matched -1
 t_b_c_1 t_b_c_1_needs_b_c 1
 t_w_d_b_c_1 matched -1
 t_w_d_b_c_1 t_w_d_b_c_1_needs_w_d 1
 t_w_d_b_c_1 t_w_d_b_c_1_needs_b_c 1
 INTEGERS_END 'MARKER' 'INTEND'
RHS
 RHS left_w 1
 RHS left_b 1
 RHS right_c 1
 RHS right_d 1
BOUNDS
 BV BOUND v_w_c
 BV BOUND v_w_d
 BV BOUND v_b_c
 BV BOUND v_b_d
 BV BOUND t_w_c_1
 BV BOUND t_w_d_1
 BV BOUND t_b_c_1
 BV BOUND t_w_d_b_c_1
ENDATA
