(** * MAX-CUT reduces to SMATCH, value for value

    Given a graph with the vertices 0 .. n-1 and a list of edges.  The left graph has a node for each vertex, the right one
    two, one for each side of a cut; both have an arc with a label of its own for each edge, which on the right leads from
    either side to the other.  Nodes and stars are those of MaxSat.v: a vertex is a variable without a formula.  Then

      some cut has k edges or more  <->  some alignment matches 2 + 2 n + k triples or more     ([maxcut_iff_smatch]),

    and every alignment spells out a cut that accounts for its score ([maxcut_back]).

    The Python counterpart is reductions/to_smatch/max_cut.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch SubgraphIsomorphism MaxSat Form.
Import ListNotations.

(** The edges between a vertex of the first side and one that is not. *)
Definition crosses (s : nat -> bool) (e : nat * nat) : bool := xorb (s (fst e)) (s (snd e)).
Definition cut (s : nat -> bool) (E : list (nat * nat)) : nat := length (filter (crosses s) E).

Definition cut_arc (t : nat * (nat * nat)) : triple := let '(i, (a, b)) := t in Rel (link i 0) (var a) (var b).

Definition cut_arcs (t : nat * (nat * nat)) : list triple :=
  let '(i, (a, b)) := t in [Rel (link i 0) (truth a true) (truth b false); Rel (link i 0) (truth a false) (truth b true)].

Definition cut_left n (E : list (nat * nat)) : list triple :=
  roots ++ map own (left_nodes n []) ++ map MaxSat.star (left_nodes n []) ++ map cut_arc (numbered E).

Definition cut_right n (E : list (nat * nat)) : list triple :=
  roots ++ map own (right_nodes n []) ++ map MaxSat.star (right_nodes n []) ++ flat_map cut_arcs (numbered E).

Lemma in_cut_right n E t : In t (cut_right n E) <->
  In t roots \/ (exists x, In x (right_nodes n []) /\ (t = own x \/ t = MaxSat.star x)) \/
  (exists i a b x, In (i, (a, b)) (numbered E) /\ t = Rel (link i 0) (truth a x) (truth b (negb x))).
Proof.
  unfold cut_right. rewrite !in_app_iff, !in_map_iff, in_flat_map. split.
  - intros [H|[(x & <- & H)|[(x & <- & H)|([i [a b]] & H & K)]]]; eauto 6.
    destruct K as [<-|[<-|[]]]; right; right; [exists i, a, b, true | exists i, a, b, false]; auto.
  - intros [H|[(x & H & [->| ->])|(i & a & b & x & H & ->)]]; eauto 6.
    right. right. right. exists (i, (a, b)). split; [exact H|]. destruct x; simpl; auto.
Qed.

(** An arc is matched if and only if its ends are aligned with different sides. *)
Lemma cut_arc_matched n E phi i a b : In (i, (a, b)) (numbered E) ->
  matched (cut_right n E) phi (cut_arc (i, (a, b))) = true <->
  exists x, app phi (var a) = Some (truth a x) /\ app phi (var b) = Some (truth b (negb x)).
Proof.
  intros H. unfold matched, image, cut_arc. split.
  - destruct (app phi (var a)) as [y|]; [|discriminate]. destruct (app phi (var b)) as [z|]; [|discriminate].
    intros M. apply tin_iff, in_cut_right in M. destruct M as [M|[(w & Hw & [M|M])|(j & c & d & x & K & M)]].
    + destruct M as [M|[M|[]]]; discriminate.
    + discriminate.
    + exfalso. apply Rel_inj in M. destruct M as [M _]. apply in_right_nodes in Hw.
      destruct Hw as [(v & c & _ & ->)|(j & p & l & _ & ->)]; apply name_inj in M; lia.
    + apply Rel_inj in M. destruct M as (M & -> & ->). apply link_inj in M. destruct M as [-> _].
      apply in_numbered in H, K. rewrite H in K. injection K as -> ->. eauto.
  - intros (x & -> & ->). apply tin_iff, in_cut_right. right. right. eauto 7.
Qed.

Lemma no_clauses n : cnf n [].
Proof. intros c []. Qed.

(** A cut as an alignment: every vertex to its side. *)
Theorem maxcut_value n E s : wf n E ->
  2 + 2 * n + cut s E <= score (cut_left n E) (cut_right n E) (truth_alignment n s []).
Proof.
  intros W. unfold score, cut_left. rewrite !filter_app_length.
  assert (Roots : length (filter (matched (cut_right n E) (truth_alignment n s [])) roots) = 2).
  { apply filter_all_eq. intros t H. assert (K : In t (cut_right n E)) by (apply in_cut_right; auto).
    apply tin_iff in K. destruct H as [<-|[<-|[]]]; exact K. }
  assert (Nodes : forall g, g = own \/ g = MaxSat.star ->
    length (filter (matched (cut_right n E) (truth_alignment n s [])) (map g (left_nodes n []))) = n).
  { intros g Hg. rewrite filter_all_eq.
    - unfold left_nodes. rewrite map_length, app_length, !map_length, !seq_length. simpl. lia.
    - intros t H. apply in_map_iff in H. destruct H as (x & <- & H).
      destruct (truth_alignment_variable n s [] x H) as (y & Ey & K).
      assert (I : In (g (y, snd x)) (cut_right n E)) by (apply in_cut_right; destruct Hg as [->| ->]; eauto 6).
      apply tin_iff in I. destruct Hg as [->| ->]; unfold matched, image, own, MaxSat.star in *; rewrite Ey; exact I. }
  assert (Arcs : cut s E <= length (filter (matched (cut_right n E) (truth_alignment n s [])) (map cut_arc (numbered E)))).
  { unfold cut. rewrite <- (map_snd_numbered E) at 1.
    rewrite (filter_map_length snd _ (fun t => crosses s (snd t))) by auto.
    rewrite (filter_map_length cut_arc _ (fun t => matched (cut_right n E) (truth_alignment n s []) (cut_arc t))) by auto.
    apply filter_mono. intros [i [a b]] Hi C. apply cut_arc_matched; [exact Hi|]. exists (s a).
    assert (In (a, b) E) by (apply in_numbered in Hi; apply (nth_error_In _ _ Hi)).
    destruct (W a b) as [Ha Hb]; [assumption|]. rewrite !truth_alignment_var by assumption.
    unfold crosses in C. cbn [fst snd] in C. destruct (s a), (s b); auto; discriminate. }
  rewrite Roots, !Nodes by auto. lia.
Qed.

(** The way back: the vertices that are aligned with their first side. *)
Theorem maxcut_back n E phi : score (cut_left n E) (cut_right n E) phi <= 2 + 2 * n + cut (assignment_of phi) E.
Proof.
  unfold score, cut_left. rewrite !filter_app_length.
  assert (Roots : length (filter (matched (cut_right n E) phi) roots) <= 2) by apply filter_le.
  assert (Nodes : forall g, length (filter (matched (cut_right n E) phi) (map g (left_nodes n []))) <= n).
  { intros g. rewrite filter_le. unfold left_nodes. rewrite map_length, app_length, !map_length, !seq_length. simpl. lia. }
  assert (Arcs : length (filter (matched (cut_right n E) phi) (map cut_arc (numbered E))) <= cut (assignment_of phi) E).
  { unfold cut. rewrite <- (map_snd_numbered E) at 3.
    rewrite (filter_map_length snd _ (fun t => crosses (assignment_of phi) (snd t))) by auto.
    rewrite (filter_map_length cut_arc _ (fun t => matched (cut_right n E) phi (cut_arc t))) by auto.
    apply filter_mono. intros [i [a b]] Hi M. apply cut_arc_matched in M; [|exact Hi].
    destruct M as (x & Ea & Eb). apply assignment_of_truth in Ea, Eb. unfold crosses. cbn [fst snd].
    rewrite Ea, Eb. destruct x; reflexivity. }
  assert (K1 := Nodes own). assert (K2 := Nodes MaxSat.star). lia.
Qed.

Theorem maxcut_iff_smatch n E k : wf n E ->
  (exists s, k <= cut s E) <-> SMATCH (cut_left n E) (cut_right n E) (2 + 2 * n + k).
Proof.
  intros W. split.
  - intros (s & H). exists (truth_alignment n s []). split; [apply truth_alignment_pinj|].
    assert (K := maxcut_value n E s W). lia.
  - intros (phi & _ & H). exists (assignment_of phi). assert (K := maxcut_back n E phi). lia.
Qed.

Lemma left_vertex n v : v < n -> In (var v) (map fst (left_nodes n [])).
Proof. intros H. apply (in_nodes _ (var v)), in_left_nodes. left. eauto. Qed.

Lemma right_vertex n v x : v < n -> In (truth v x) (map fst (right_nodes n [])).
Proof. intros H. apply (in_nodes _ (var v)), in_right_nodes. left. eauto 6. Qed.

(** Both graphs are AMRs. *)
Theorem maxcut_rooted n E : wf n E -> rooted true (cut_left n E) 0 /\ rooted true (cut_right n E) 0.
Proof.
  intros W. assert (L := left_rooted n [] (no_clauses n)). assert (R := right_rooted n [] (no_clauses n)).
  assert (Edge : forall i a b, In (i, (a, b)) (numbered E) -> a < n /\ b < n).
  { intros i a b H. apply in_numbered, nth_error_In in H. apply W, H. }
  assert (Names : forall l, instances (roots ++ map own l ++ map MaxSat.star l ++ []) = 0 :: map fst l).
  { intros l. rewrite app_nil_r, !instances_app, (instances_none MaxSat.star) by reflexivity. rewrite app_nil_r.
    change (0 :: instances (map own l) = 0 :: map fst l). f_equal. induction l as [|x l IH]; [reflexivity|].
    change (fst x :: instances (map own l) = fst x :: map fst l). rewrite IH. reflexivity. }
  split; apply star_rooted.
  - destruct L as [L _ _ _ _ _]. unfold left in L. cbn [literals numbered flat_map map length seq combine] in L.
    rewrite Names in L. apply NoDup_cons_iff in L. apply L.
  - destruct L as [L _ _ _ _ _]. unfold left in L. cbn [literals numbered flat_map map length seq combine] in L.
    rewrite Names in L. apply NoDup_cons_iff in L. apply L.
  - intros t H. apply in_map_iff in H. destruct H as ([i [a b]] & <- & _). unfold cut_arc. eauto.
  - intros r u v H. apply in_map_iff in H. destruct H as ([i [a b]] & Eq & H). apply Rel_inj in Eq.
    destruct Eq as (_ & <- & <-). apply Edge in H. split; apply left_vertex, H.
  - destruct R as [R _ _ _ _ _]. unfold right in R. cbn [literals numbered flat_map map length seq combine] in R.
    rewrite Names in R. apply NoDup_cons_iff in R. apply R.
  - destruct R as [R _ _ _ _ _]. unfold right in R. cbn [literals numbered flat_map map length seq combine] in R.
    rewrite Names in R. apply NoDup_cons_iff in R. apply R.
  - intros t H. apply in_flat_map in H. destruct H as ([i [a b]] & _ & [<-|[<-|[]]]); eauto.
  - intros r u v H. apply in_flat_map in H. destruct H as ([i [a b]] & H & K). apply Edge in H.
    destruct K as [K|[K|[]]]; apply Rel_inj in K; destruct K as (_ & <- & <-); split; apply right_vertex, H.
Qed.
