(** * SAT reduces to SMATCH directly: all triples match if and only if the formula is satisfiable

    The left graph is that of MaxSat.v, and so are the nodes of the right one: the two values of each variable, and a
    copy of a clause for each of its places.  The copy k means that the literal at place k is the first true one.  Its
    arcs lead, for an earlier place, to the value that makes the literal there false; for its own place, to the value
    that makes it true; and for a later place to both values ([allowed]).  Then

      some assignment satisfies all clauses
      <->  some alignment matches all triples of the left graph      ([first_iff_smatch]).

    Left to right: align each variable with its value, and each clause with its first true literal.  Right to left:
    concepts send a clause to one of its copies, and the arc of the copy's own place says that the literal there is
    true ([first_back]).  The arcs of earlier places say that no literal before it is, so that the copies follow from
    the values: an alignment that matches everything is that of its assignment ([first_unique]), and such alignments
    are as many as satisfying assignments.

    Clauses may be empty, repeat a literal or contradict themselves.  The left graph has 2 + 2 N + 2 m + L triples
    ([left_length]), the right one 2 + 4 N and 2 k + k (3 k - 1) / 2 for each clause of k literals ([first_length]); no
    triple occurs twice ([first_NoDup]), and it is an AMR ([first_rooted]).

    The Python counterpart is reductions/to_smatch/satisfiability.py. *)

From Coq Require Import Arith Lia Bool List.
From SmatchProof Require Import Smatch MaxSat Form.
Import ListNotations.

(** ** The construction *)

(** Whether copy k has an arc of place p, whose literal asks for the value b, to the value b'. *)
Definition allowed k p (b b' : bool) : bool := if p <? k then eqb b' (negb b) else (k <? p) || eqb b' b.

Definition place_arcs j k (pl : nat * literal) : list triple :=
  let '(p, (v, b)) := pl in
  map (fun b' => Rel (link j p) (place j k) (truth v b')) (filter (allowed k p b) [true; false]).
Definition copy_arcs j (c : clause) k : list triple := flat_map (place_arcs j k) (numbered c).
Definition clause_arcs (jc : nat * clause) : list triple :=
  flat_map (copy_arcs (fst jc) (snd jc)) (seq 0 (length (snd jc))).
Definition first_arcs (f : formula) : list triple := flat_map clause_arcs (numbered f).

Definition first_right N (f : formula) : list triple :=
  roots ++ map own (right_nodes N f) ++ map star (right_nodes N f) ++ first_arcs f.

(** ** What the lists contain *)

Lemma in_place_arcs j k p v b t : In t (place_arcs j k (p, (v, b))) <->
  exists b', allowed k p b b' = true /\ t = Rel (link j p) (place j k) (truth v b').
Proof.
  unfold place_arcs. rewrite in_map_iff. split.
  - intros (b' & <- & H). apply filter_In in H. destruct H as [_ H]. eauto.
  - intros (b' & H & ->). exists b'. split; [reflexivity|]. apply filter_In. destruct b'; simpl; auto.
Qed.

Lemma in_first_arcs f t : In t (first_arcs f) <->
  exists j c k p v b b', nth_error f j = Some c /\ k < length c /\ nth_error c p = Some (v, b) /\
    allowed k p b b' = true /\ t = Rel (link j p) (place j k) (truth v b').
Proof.
  unfold first_arcs, clause_arcs, copy_arcs. rewrite in_flat_map. split.
  - intros ([j c] & Hc & H). apply in_flat_map in H. destruct H as (k & Hk & H). apply in_seq in Hk.
    apply in_flat_map in H. destruct H as ([p [v b]] & Hp & H). apply in_numbered in Hc, Hp.
    apply in_place_arcs in H. destruct H as (b' & A & ->). exists j, c, k, p, v, b, b'. simpl in *. intuition lia.
  - intros (j & c & k & p & v & b & b' & Hc & Hk & Hp & A & ->). exists (j, c). split; [apply in_numbered, Hc|].
    apply in_flat_map. exists k. split; [apply in_seq; simpl; lia|].
    apply in_flat_map. exists (p, (v, b)). split; [apply in_numbered, Hp | apply in_place_arcs; eauto].
Qed.

Lemma in_first_right N f t : In t (first_right N f) <->
  In t roots \/ (exists n, In n (right_nodes N f) /\ (t = own n \/ t = star n)) \/ In t (first_arcs f).
Proof.
  unfold first_right. rewrite !in_app_iff, !in_map_iff. split.
  - intros [H|[(n & <- & H)|[(n & <- & H)|H]]]; eauto 6.
  - intros [H|[(n & H & [->| ->])|H]]; eauto 6.
Qed.

Lemma in_left N f t : In t (left N f) <->
  In t roots \/ (exists n, In n (left_nodes N f) /\ (t = own n \/ t = star n)) \/
  (exists l, In l (literals f) /\ t = left_arc l).
Proof.
  unfold left. rewrite !in_app_iff, !in_map_iff. split.
  - intros [H|[(n & <- & H)|[(n & <- & H)|(l & <- & H)]]]; eauto 6.
  - intros [H|[(n & H & [->| ->])|(l & H & ->)]]; eauto 6.
Qed.

(** A concept of the right graph says what its variable is. *)
Lemma first_concept N f y c : In (Inst y c) (first_right N f) -> (y, c) = (0, 0) \/ In (y, c) (right_nodes N f).
Proof.
  rewrite in_first_right, in_first_arcs. intros [H|[([z d] & H & [K|K])|H]].
  - destruct H as [H|[H|[]]]; [injection H as <- <-; auto | discriminate].
  - injection K as -> ->. auto.
  - discriminate.
  - destruct H as (j & d & k & p & v & b & b' & _ & _ & _ & _ & H). discriminate.
Qed.

Lemma first_link N f j p y z : In (Rel (link j p) y z) (first_right N f) ->
  exists c k v b b', nth_error f j = Some c /\ nth_error c p = Some (v, b) /\ allowed k p b b' = true /\
    y = place j k /\ z = truth v b'.
Proof.
  rewrite in_first_right, in_first_arcs. intros [H|[(n & H & [K|K])|H]].
  - destruct H as [H|[H|[]]]; discriminate.
  - discriminate.
  - exfalso. apply Rel_inj in K. destruct K as [K _].
    apply in_right_nodes in H. destruct H as [(v & b & _ & ->)|(j' & p' & l & _ & ->)]; apply name_inj in K; lia.
  - destruct H as (j' & c & k & p' & v & b & b' & Hc & _ & Hp & A & K). apply Rel_inj in K.
    destruct K as (E & -> & ->). apply link_inj in E. destruct E as [<- <-]. exists c, k, v, b, b'. auto.
Qed.

(** ** From an assignment to an alignment *)

(** The place that [pick] takes is the first one with a true literal, and the only such place. *)
Lemma pick_first s c p l : existsb (holds s) c = true -> nth_error c p = Some l ->
  if p <? pick s c then holds s l = false else p = pick s c -> holds s l = true.
Proof.
  revert p. induction c as [|l' r IH]; [discriminate|]. intros p E H. simpl in *.
  destruct (holds s l') eqn:El; simpl in *.
  - destruct p; simpl in *; [congruence | discriminate].
  - rewrite E. simpl. destruct p as [|p]; simpl in *; [congruence|].
    specialize (IH p E H). change (S p <? S (pick s r)) with (p <? pick s r).
    destruct (p <? pick s r); [exact IH | intros K; apply IH; lia].
Qed.

Lemma pick_is s c k l : nth_error c k = Some l -> holds s l = true ->
  (forall p l', p < k -> nth_error c p = Some l' -> holds s l' = false) -> pick s c = k.
Proof.
  revert k. induction c as [|l' r IH]; [intros []; discriminate|]. intros [|k] H T Before; simpl in *.
  - injection H as ->. rewrite T. reflexivity.
  - rewrite (Before 0 l') by (auto; lia). assert (E : existsb (holds s) r = true).
    { apply existsb_exists. exists l. split; [apply (nth_error_In _ _ H) | exact T]. }
    rewrite E. simpl. f_equal. apply IH; auto. intros p l'' L K. apply (Before (S p)); [lia | exact K].
Qed.

Theorem first_value N s f : cnf N f -> (forall c, In c f -> existsb (holds s) c = true) ->
  length (left N f) <= score (left N f) (first_right N f) (truth_alignment N s f).
Proof.
  intros W Sat. apply score_full. intros t Ht. apply in_left in Ht.
  assert (Zero : app (truth_alignment N s f) 0 = Some 0) by reflexivity.
  destruct Ht as [Ht|[(n & Hn & Ht)|([[j p] [v b]] & Hl & ->)]].
  - assert (K : tin t (first_right N f) = true) by (apply tin_iff, in_first_right; auto).
    destruct Ht as [<-|[<-|[]]]; exact K.
  - assert (K : exists y, app (truth_alignment N s f) (fst n) = Some y /\ In (y, snd n) (right_nodes N f)).
    { apply in_left_nodes in Hn. destruct Hn as [(v & Hv & ->)|(j & Hj & ->)]; cbn [fst snd].
      - exists (truth v (s v)). split; [apply truth_alignment_var, Hv|]. apply in_right_nodes. left. eauto.
      - destruct (nth_error f j) as [c|] eqn:Hc; [|apply nth_error_Some in Hj; congruence].
        exists (place j (pick s c)). split; [apply truth_alignment_cl, Hc|].
        apply truth_alignment_clause; [exact Hc|]. specialize (Sat c (nth_error_In _ _ Hc)).
        destruct c; [discriminate | reflexivity]. }
    destruct K as (y & E & K). unfold matched, image.
    destruct Ht as [->| ->]; unfold own, star; rewrite ?Zero, E; apply tin_iff, in_first_right; right; left;
      exists (y, snd n); auto.
  - assert (Wj := literals_wf N f j p v b W Hl). apply in_literals in Hl. destruct Hl as (c & Hc & Hp).
    assert (S := Sat c (nth_error_In _ _ Hc)).
    unfold matched, image, left_arc. rewrite (truth_alignment_cl N s f j c Hc), truth_alignment_var by tauto.
    apply tin_iff, in_first_right. right. right. apply in_first_arcs.
    exists j, c, (pick s c), p, v, b, (s v). repeat split; auto.
    + destruct (pick_spec s c) as (l & Hk & _); [destruct c; [discriminate | reflexivity]|].
      apply nth_error_Some. congruence.
    + assert (K := pick_first s c p (v, b) S Hp). unfold allowed. unfold holds in K. cbn [fst snd] in K.
      destruct (Nat.ltb_spec p (pick s c)) as [L|L]; [destruct (s v), b; auto|].
      destruct (Nat.ltb_spec (pick s c) p) as [L'|L']; [reflexivity | apply K; lia].
Qed.

(** ** From an alignment to an assignment *)

Section Full.

Variables (N : nat) (f : formula) (phi : align).
Hypothesis Full : length (left N f) <= score (left N f) (first_right N f) phi.

Let all t : In t (left N f) -> matched (first_right N f) phi t = true.
Proof. apply score_full, Full. Qed.

Lemma full_variable v : v < N -> app phi (var v) = Some (truth v (assignment_of phi v)).
Proof.
  intros Hv. assert (M : matched (first_right N f) phi (own (var v, var v)) = true).
  { apply all, in_left. right. left. exists (var v, var v). split; [apply in_left_nodes|]; eauto. }
  unfold matched, image, own in M. cbn [fst snd] in M. destruct (app phi (var v)) as [y|] eqn:E; [|discriminate].
  simpl in M. apply tin_iff, first_concept in M. destruct M as [M|M].
  - injection M as _ M. destruct (name_not_0 _ _ _ M).
  - apply in_right_nodes in M. destruct M as [(v' & b & _ & M)|(j & p & l & _ & M)]; apply pair_equal_spec in M.
    + destruct M as [-> M]. apply var_inj in M. subst v'. rewrite (assignment_of_truth _ _ _ E). reflexivity.
    + destruct M as [_ M]. apply name_inj in M. lia.
Qed.

(** A clause sits on the copy of its first true literal. *)
Lemma full_clause j c : nth_error f j = Some c ->
  existsb (holds (assignment_of phi)) c = true /\ app phi (cl j) = Some (place j (pick (assignment_of phi) c)).
Proof.
  intros Hc. assert (M : matched (first_right N f) phi (own (cl j, cl j)) = true).
  { apply all, in_left. right. left. exists (cl j, cl j). split; [|auto]. apply in_left_nodes. right. exists j.
    split; [apply nth_error_Some; congruence | reflexivity]. }
  unfold matched, image, own in M. cbn [fst snd] in M. destruct (app phi (cl j)) as [y|] eqn:E; [|discriminate].
  simpl in M. apply tin_iff, first_concept in M. destruct M as [M|M].
  { injection M as _ M. destruct (name_not_0 _ _ _ M). }
  apply in_right_nodes in M. destruct M as [(v & b & _ & M)|(j' & k & l & Hl & M)]; apply pair_equal_spec in M.
  { destruct M as [_ M]. apply name_inj in M. lia. }
  destruct M as [-> M]. apply cl_inj in M. subst j'. apply in_literals in Hl.
  destruct Hl as (c' & Hc' & Hk). rewrite Hc in Hc'. injection Hc' as <-.
  assert (Arc : forall p v b, nth_error c p = Some (v, b) -> allowed k p b (assignment_of phi v) = true).
  { intros p v b Hp. assert (M : matched (first_right N f) phi (left_arc (j, p, (v, b))) = true).
    { apply all, in_left. right. right. exists (j, p, (v, b)). split; [apply in_literals; eauto | reflexivity]. }
    unfold matched, image, left_arc in M. rewrite E in M. destruct (app phi (var v)) as [z|] eqn:Ez; [|discriminate].
    apply tin_iff, first_link in M. destruct M as (c' & k' & v' & b0 & b' & Hc' & Hp' & A & K & ->).
    rewrite Hc in Hc'. injection Hc' as <-. rewrite Hp in Hp'. injection Hp' as <- <-.
    apply place_inj in K. destruct K as [_ <-]. rewrite (assignment_of_truth _ _ _ Ez). exact A. }
  destruct l as [v b]. assert (T : holds (assignment_of phi) (v, b) = true).
  { specialize (Arc k v b Hk). unfold allowed in Arc. rewrite Nat.ltb_irrefl in Arc. exact Arc. }
  split; [apply existsb_exists; exists (v, b); split; [apply (nth_error_In _ _ Hk) | exact T]|].
  f_equal. f_equal. symmetry. apply (pick_is _ _ _ _ Hk T). intros p [v' b'] L Hp. specialize (Arc p v' b' Hp).
  unfold allowed in Arc. apply Nat.ltb_lt in L. rewrite L in Arc. apply eqb_prop in Arc.
  unfold holds. simpl. rewrite Arc. destruct b'; reflexivity.
Qed.

Theorem first_back c : In c f -> existsb (holds (assignment_of phi)) c = true.
Proof. intros H. apply In_nth_error in H. destruct H as (j & H). apply (full_clause j c H). Qed.

(** Every variable of the left graph is aligned as the assignment says. *)
Theorem first_unique x : In x (instances (left N f)) -> app phi x = app (truth_alignment N (assignment_of phi) f) x.
Proof.
  intros H. apply in_instances in H. destruct H as (d & H). apply in_left in H.
  destruct H as [H|[(n & Hn & [K|K])|([[j p] [v b]] & _ & K)]]; try discriminate.
  - assert (M := all (Inst 0 0) ltac:(apply in_left; simpl; auto)). destruct H as [H|[H|[]]]; [|discriminate].
    injection H as <- _. change (app (truth_alignment N (assignment_of phi) f) 0) with (Some 0).
    unfold matched, image in M. destruct (app phi 0) as [y|]; [|discriminate].
    simpl in M. apply tin_iff, first_concept in M. destruct M as [M|M]; [congruence|].
    apply in_right_nodes in M. destruct M as [(v & b & _ & M)|(j & p & l & _ & M)]; apply pair_equal_spec in M;
      destruct M as [_ M]; symmetry in M; destruct (name_not_0 _ _ _ M).
  - unfold own in K. injection K as -> _. apply in_left_nodes in Hn.
    destruct Hn as [(v & Hv & ->)|(j & Hj & ->)]; cbn [fst].
    + rewrite truth_alignment_var by exact Hv. apply full_variable, Hv.
    + destruct (nth_error f j) as [c|] eqn:Hc; [|apply nth_error_Some in Hj; congruence].
      rewrite (truth_alignment_cl _ _ _ _ _ Hc). apply (full_clause j c Hc).
Qed.

End Full.

(** ** The reduction *)

Theorem first_iff_smatch N f : cnf N f ->
  satisfiable f <-> SMATCH (left N f) (first_right N f) (length (left N f)).
Proof.
  intros W. split.
  - intros (s & Sat). exists (truth_alignment N s f). split; [apply truth_alignment_pinj | apply first_value; assumption].
  - intros (phi & _ & H). exists (assignment_of phi). intros c. apply (first_back N), H.
Qed.

(** ** Sizes *)

Lemma place_arcs_length j k p l : length (place_arcs j k (p, l)) = if k <? p then 2 else 1.
Proof.
  destruct l as [v b]. unfold place_arcs. rewrite map_length. unfold allowed.
  destruct (Nat.ltb_spec p k), (Nat.ltb_spec k p), b; simpl; lia.
Qed.

Lemma copy_arcs_length j c k : k < length c -> S k + length (copy_arcs j c k) = 2 * length c.
Proof.
  unfold copy_arcs, numbered.
  enough (G : forall i, length (flat_map (place_arcs j k) (combine (seq i (length c)) c)) =
    2 * length c - Nat.min (length c) (S k - i)) by (rewrite G; lia).
  induction c as [|l c IH]; intros i; [reflexivity|]. rewrite numbered_cons. cbn [flat_map].
  rewrite app_length, place_arcs_length, IH. cbn [length]. destruct (Nat.ltb_spec k i); lia.
Qed.

Lemma clause_arcs_length jc : 2 * length (clause_arcs jc) + length (snd jc) = 3 * (length (snd jc) * length (snd jc)).
Proof.
  destruct jc as [j c]. unfold clause_arcs. cbn [fst snd].
  enough (G : forall m, m <= length c -> 2 * length (flat_map (copy_arcs j c) (seq 0 m)) + m * S m = 4 * (m * length c)).
  { specialize (G (length c) (le_n _)). lia. }
  induction m as [|m IH]; [simpl; lia|]. intros L.
  rewrite seq_S, flat_map_app, app_length. cbn [flat_map List.app]. rewrite app_nil_r.
  assert (K := copy_arcs_length j c m ltac:(lia)). specialize (IH ltac:(lia)). simpl Nat.add. lia.
Qed.

(** What a clause of k literals adds to the right graph: 18 triples where k is 3. *)
Definition clause_size k := 2 * k + k * (3 * k - 1) / 2.

Theorem first_length N f :
  length (first_right N f) = 2 + 4 * N + list_sum (map (fun c : clause => clause_size (length c)) f).
Proof.
  assert (A : forall l,
    length (flat_map clause_arcs l) + 2 * list_sum (map (fun jc : nat * clause => length (snd jc)) l) =
    list_sum (map (fun jc : nat * clause => clause_size (length (snd jc))) l)).
  { induction l as [|jc l IH]; [reflexivity|]. cbn [flat_map map list_sum fold_right].
    rewrite app_length. assert (K := clause_arcs_length jc). set (k := length (snd jc)) in *.
    assert (D : k * (3 * k - 1) / 2 = length (clause_arcs jc)).
    { symmetry. apply (Nat.div_unique _ _ _ 0); [lia|]. destruct k; [lia | nia]. }
    change (fold_right Nat.add 0) with list_sum. change (length (snd jc)) with k.
    change (clause_size k) with (2 * k + k * (3 * k - 1) / 2). rewrite D. lia. }
  assert (E : forall g : clause -> nat, list_sum (map (fun jc => g (snd jc)) (numbered f)) = list_sum (map g f)).
  { intros g. rewrite <- (map_snd_numbered f) at 2. rewrite map_map. reflexivity. }
  specialize (A (numbered f)). rewrite (E (@length literal)), (E (fun c => clause_size (length c))) in A.
  change (length (first_arcs f) + 2 * list_sum (map (@length literal) f) =
    list_sum (map (fun c : clause => clause_size (length c)) f)) in A.
  assert (R := right_length N f). unfold right in R. unfold first_right. rewrite !app_length in *.
  rewrite (map_length right_arc), literals_length in R. lia.
Qed.

(** ** Form *)

Lemma first_arcs_NoDup f : NoDup (first_arcs f).
Proof.
  apply MaxSat.NoDup_flat_map; [apply numbered_NoDup | |].
  - intros [j c] _. unfold clause_arcs. apply MaxSat.NoDup_flat_map; [apply seq_NoDup | |].
    + intros k _. unfold copy_arcs. apply MaxSat.NoDup_flat_map; [apply numbered_NoDup | |].
      * intros [p [v b]] _. apply NoDup_map_on; [apply NoDup_filter; repeat constructor; simpl; intuition discriminate|].
        intros b' b'' _ _ E. apply Rel_inj in E. destruct E as (_ & _ & E). apply truth_inj in E. tauto.
      * intros [p [v b]] [p' [v' b']] t Hp Hp' H H'. apply in_place_arcs in H, H'.
        destruct H as (? & _ & ->), H' as (? & _ & E). apply Rel_inj in E. destruct E as [E _]. apply link_inj in E.
        apply (numbered_fst_inj c); tauto.
    + intros k k' t _ _ H H'. apply in_flat_map in H, H'.
      destruct H as ([p [v b]] & _ & H), H' as ([p' [v' b']] & _ & H'). apply in_place_arcs in H, H'.
      destruct H as (? & _ & ->), H' as (? & _ & E). apply Rel_inj in E. destruct E as (_ & E & _).
      apply place_inj in E. tauto.
  - intros [j c] [j' c'] t Hc Hc' H H'. apply in_flat_map in H, H'.
    destruct H as (k & _ & H), H' as (k' & _ & H'). apply in_flat_map in H, H'.
    destruct H as ([p [v b]] & _ & H), H' as ([p' [v' b']] & _ & H'). apply in_place_arcs in H, H'.
    destruct H as (? & _ & ->), H' as (? & _ & E). apply Rel_inj in E. destruct E as [E _]. apply link_inj in E.
    apply (numbered_fst_inj f); tauto.
Qed.

Theorem first_NoDup N f : NoDup (first_right N f).
Proof.
  apply graph_NoDup; [apply right_nodes_NoDup | | | apply first_arcs_NoDup |].
  1, 2: intros n H; apply right_nodes_named in H; tauto.
  intros t H. apply in_first_arcs in H. destruct H as (j & c & k & p & v & b & b' & _ & _ & _ & _ & ->). eauto.
Qed.

Theorem first_rooted N f : cnf N f -> rooted true (first_right N f) 0.
Proof.
  intros W. apply star_rooted; [apply right_nodes_NoDup | apply right_nodes_not_0 | |].
  - intros t H. apply in_first_arcs in H. destruct H as (j & c & k & p & v & b & b' & _ & _ & _ & _ & ->). eauto.
  - intros r u w H. apply in_first_arcs in H.
    destruct H as (j & c & k & p & v & b & b' & Hc & Hk & Hp & _ & E). apply Rel_inj in E. destruct E as (_ & -> & ->).
    destruct (nth_error c k) as [l|] eqn:Hl; [|apply nth_error_Some in Hk; congruence].
    assert (V := W c (nth_error_In _ _ Hc) _ (nth_error_In _ _ Hp)). cbn [fst] in V.
    split; [apply (in_nodes _ (cl j)) | apply (in_nodes _ (var v))]; apply in_right_nodes; [right | left; eauto].
    exists j, k, l. split; [apply in_literals; eauto | reflexivity].
Qed.
