(** * The main theorems rest on nothing but the logic of Coq

    [make] checks that each command below is answered with "Closed under the global context". *)

From SmatchProof Require Import SubgraphIsomorphism LabelledSubgraph Clique MaxQap Certificate Graded NP CommonSubgraph MaxSat TwoPaths.
From SmatchProof Require Import BitsMore Bits Steps Strings Verifier.
From SmatchProof Require Import Chain Form MaxCut Approximation Metric Optimum IntegerProgram NPRules Lists Maps Lack Walk EveryOptimum Checker RoundTrip Program Penman Convention Texts WeightedQap EditDistance.
From SmatchProof Require Import Satisfiability AcyclicSubgraph HamiltonianCycle Completion Packing CommonPartition Exports QapPlan.

(** SubgraphIsomorphism.v *)
Print Assumptions subiso_iff_smatch.
Print Assumptions embedding_of_score.
Print Assumptions clique_iff_smatch.
Print Assumptions clique_of_score.
Print Assumptions clique_parameter.
Print Assumptions clique_in_time.

(** Clique.v *)
Print Assumptions ordered_clique_iff_smatch.
Print Assumptions ordered_clique_of_score.

(** LabelledSubgraph.v *)
Print Assumptions labelled_iff_smatch.
Print Assumptions labelled_embedding_of_score.
Print Assumptions directed_iff_smatch.
Print Assumptions induced_directed_iff_smatch.
Print Assumptions induced_iff_smatch.

(** MaxQap.v *)
Print Assumptions qap_value.
Print Assumptions qap_back.
Print Assumptions qap_opt.
Print Assumptions lean_value.
Print Assumptions lean_back.
Print Assumptions lean_opt.
Print Assumptions diagonal_value.
Print Assumptions diagonal_back.
Print Assumptions diagonal_opt.

(** Certificate.v *)
Print Assumptions duals_bound.
Print Assumptions turned_excluded.
Print Assumptions coverable_from.
Print Assumptions whole_enough.
Print Assumptions tree_sound.
Print Assumptions certificate_sound.
Print Assumptions treeb_ok.
Print Assumptions read_prefix.
Print Assumptions candidates_exact.
Print Assumptions score_value.
Print Assumptions score_val2.
Print Assumptions smatch_certified.
Print Assumptions certified.
Print Assumptions certified_SMATCH.
Print Assumptions score_copies_plain.
Print Assumptions certified_copies.

(** Graded.v *)
Print Assumptions graded_score_0.
Print Assumptions graded_score_mono.
Print Assumptions graded_precision.
Print Assumptions graded_recall.
Print Assumptions certified_graded.
Print Assumptions certified_range.
Print Assumptions certified_count.

(** NP.v *)
Print Assumptions verify_correct.
Print Assumptions small_certificate.
Print Assumptions smatch_in_NP.
Print Assumptions f_score_threshold.

(** NPRules.v *)
Print Assumptions verify_copies_correct.
Print Assumptions prune_copies.
Print Assumptions smatch_copies_in_NP.

(** Bits.v *)
Print Assumptions narrow_bits.
Print Assumptions sat_bits.
Print Assumptions max_sat_bits.
Print Assumptions marks_for_free.
Print Assumptions clique_capped.
Print Assumptions clique_bits.
Print Assumptions subgraph_bits.
Print Assumptions directed_bits.
Print Assumptions induced_bits.
Print Assumptions common_bits.
Print Assumptions max_cut_bits.
Print Assumptions two_paths_bits.
Print Assumptions max_qap_bits.
Print Assumptions weighted_qap_bits.
Print Assumptions copies_written.
Print Assumptions edit_bits.
Print Assumptions both_ways_bits.

(** BitsMore.v *)
Print Assumptions first_bits.
Print Assumptions acyclic_bits.
Print Assumptions hamilton_bits.
Print Assumptions packing_bits.
Print Assumptions partition_bits.

(** Steps.v *)
Print Assumptions max_sat_value.
Print Assumptions max_sat_steps.
Print Assumptions max_sat_steps_cnf.
Print Assumptions subgraph_value.
Print Assumptions subgraph_steps.
Print Assumptions chain_value.
Print Assumptions chain_steps.
Print Assumptions clique_value.
Print Assumptions clique_steps.
Print Assumptions max_cut_value.
Print Assumptions max_cut_steps.
Print Assumptions sat_to_smatch.
Print Assumptions max_sat_to_smatch.
Print Assumptions clique_to_smatch.
Print Assumptions subgraph_to_smatch.
Print Assumptions max_cut_to_smatch.

(** Verifier.v *)
Print Assumptions verify_value.
Print Assumptions verify_steps.
Print Assumptions smatch_in_NP_steps.

(** Strings.v *)
Print Assumptions prefix_free_inj.
Print Assumptions smatch_string.
Print Assumptions formula_string.
Print Assumptions graph_string.
Print Assumptions sat_string.

(** CommonSubgraph.v *)
Print Assumptions lift_score.
Print Assumptions common_back.
Print Assumptions common_iff_smatch.
Print Assumptions embeds_iff_common.

(** MaxSat.v *)
Print Assumptions truth_alignment_score.
Print Assumptions assignment_of_score.
Print Assumptions maxsat_iff_smatch.
Print Assumptions sat_iff_smatch.
Print Assumptions left_length.
Print Assumptions right_length.
Print Assumptions left_NoDup.
Print Assumptions right_NoDup.

(** Satisfiability.v *)
Print Assumptions first_iff_smatch.
Print Assumptions first_value.
Print Assumptions first_back.
Print Assumptions first_unique.
Print Assumptions first_length.
Print Assumptions first_NoDup.
Print Assumptions first_rooted.

(** TwoPaths.v *)
Print Assumptions paths_smatch.
Print Assumptions forests_smatch.
Print Assumptions paths_back.
Print Assumptions forests_back.
Print Assumptions two_paths.
Print Assumptions two_paths_back.
Print Assumptions two_paths_opt.
Print Assumptions two_paths_form.
Print Assumptions two_paths_size.

(** Chain.v *)
Print Assumptions sat_clique.
Print Assumptions sat_chain.
Print Assumptions sat_chain_back.
Print Assumptions sat_chain_size.

(** Form.v *)
Print Assumptions enc_rooted.
Print Assumptions lean_rooted.
Print Assumptions left_rooted.
Print Assumptions right_rooted.
Print Assumptions two_paths_rooted.
Print Assumptions chain_rooted.

(** MaxCut.v *)
Print Assumptions maxcut_value.
Print Assumptions maxcut_back.
Print Assumptions maxcut_iff_smatch.
Print Assumptions maxcut_rooted.

(** Approximation.v *)
Print Assumptions maxsat_L_reduction.
Print Assumptions maxsat_gap.
Print Assumptions independent_L_reduction.
Print Assumptions independent_gap.

(** Metric.v *)
Print Assumptions smatch_symmetric.
Print Assumptions best_symmetric.
Print Assumptions distance_nonneg.
Print Assumptions distance_self.
Print Assumptions distance_symmetric.
Print Assumptions distance_triangle.
Print Assumptions distance_zero.
Print Assumptions f1_isomorphic.

(** Optimum.v *)
Print Assumptions certificate_complete.
Print Assumptions certificate_complete_graded.
Print Assumptions optimum_best.
Print Assumptions best_iff.
Print Assumptions smatch_optimum.
Print Assumptions pseudometric.
Print Assumptions f1_is_1_iff_isomorphic.

(** IntegerProgram.v *)
Print Assumptions program_attained.
Print Assumptions program_bound.
Print Assumptions program_optimum.
Print Assumptions graded_program.
Print Assumptions opb_optimum.

(** Lists.v *)
Print Assumptions tmap_eq.
Print Assumptions tfold_right_eq.

(** Maps.v *)
Print Assumptions get_index.
Print Assumptions totals_in.
Print Assumptions build_ok.

(** Lack.v *)
Print Assumptions tight.
Print Assumptions lack_sound.

(** Walk.v *)
Print Assumptions follow_sound.
Print Assumptions kept_symmetric.
Print Assumptions coverable_rows_ok.
Print Assumptions walk_on_all_ok.
Print Assumptions walk_sound.

(** EveryOptimum.v *)
Print Assumptions every_optimum.
Print Assumptions arbitrary_seen.
Print Assumptions asked_weigh.

(** Checker.v *)
Print Assumptions gather_expand.
Print Assumptions number_of_count.
Print Assumptions lone_of_eq.
Print Assumptions shares_sound.
Print Assumptions judge_plan_ok.
Print Assumptions judge_sound.

(** RoundTrip.v *)
Print Assumptions parse_print.
Print Assumptions print_inj.
Print Assumptions written_print.

(** Program.v *)
Print Assumptions code_inj.
Print Assumptions certified_f1.
Print Assumptions certified_optima.
Print Assumptions score_of_plain.
Print Assumptions walked_certificate.
Print Assumptions certified_file.

(** WeightedQap.v *)
Print Assumptions weighted_value.
Print Assumptions weighted_back.
Print Assumptions weighted_opt.
Print Assumptions least_cost.

(** EditDistance.v *)
Print Assumptions edit_cost_savings.
Print Assumptions edit_value.
Print Assumptions edit_back.
Print Assumptions edit_opt.
Print Assumptions undirected_cost_savings.
Print Assumptions undirected_opt.

(** AcyclicSubgraph.v *)
Print Assumptions acyclic_iff_smatch.
Print Assumptions acyclic_directed_iff_smatch.
Print Assumptions acyclic_back.
Print Assumptions reified_length.
Print Assumptions reified_acyclic.

(** HamiltonianCycle.v *)
Print Assumptions hamilton_iff_smatch.
Print Assumptions hamilton_back.
Print Assumptions part_graph_length.
Print Assumptions one_word.

(** Completion.v *)
Print Assumptions complete.

(** Packing.v *)
Print Assumptions packing_iff_smatch.
Print Assumptions packing_back.
Print Assumptions packing_degree_3_iff_smatch.
Print Assumptions packing_degree_3_back.
Print Assumptions spider_length.
Print Assumptions caterpillar_length.
Print Assumptions spider_tree.
Print Assumptions caterpillar_tree.
Print Assumptions caterpillar_degree.

(** CommonPartition.v *)
Print Assumptions partition_iff_smatch.
Print Assumptions partition_value.
Print Assumptions partition_back.
Print Assumptions path_length.

(** Exports.v *)
Print Assumptions wcnf_below.
Print Assumptions wcnf_attained.
Print Assumptions wcnf_optimum.
Print Assumptions dd_optimum.
Print Assumptions lawler_optimum.
Print Assumptions clique_optimum.

(** QapPlan.v *)
Print Assumptions reduced_cost.
Print Assumptions plan_gain.
Print Assumptions mirrored_cost.
Print Assumptions couple_gain.
Print Assumptions qap_least_cost.
Print Assumptions couple_least_cost.

(** Penman.v, Convention.v and Texts.v *)
Print Assumptions read_distinct.
Print Assumptions read_layout.
Print Assumptions triples_in.
Print Assumptions triples_once.
Print Assumptions same_triples.
Print Assumptions inverse_role.
Print Assumptions inverse_edge.
Print Assumptions constant_inverse.
Print Assumptions renamed.
Print Assumptions coded_inj.
Print Assumptions triples_of_once.
Print Assumptions triples_of_in.
Print Assumptions certified_texts.
Print Assumptions certified_optima_of_texts.
