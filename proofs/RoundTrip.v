(** * What was printed is read back

    [parse_print]: if a value is [valid] (numbers below 10^36, at most 13 different keys, at most 8 arrays and objects
    within each other, code points of Unicode, and no pair of surrogates where JSON would take two for one), [parse] of
    Json.v gives back what [print] wrote.  So the reader misses nothing that can be in a certificate and takes no two
    values for one ([print_inj]).  [written_print]: what the program writes is what [print] says. *)

From Coq Require Import Arith Lia Bool List NArith ZArith.
From SmatchProof Require Import Lists Json.
Import ListNotations.
Local Open Scope N_scope.

(** ** Valid values *)

Fixpoint paired (s : text) : bool :=
  match s with
  | h :: rest => match rest with l :: _ => high_surrogate h && low_surrogate l | [] => false end || paired rest
  | [] => false
  end.

Definition plain (s : text) : bool := forallb (fun c => c <? unicode_end) s && negb (paired s).

Fixpoint different (ks : list text) : bool :=
  match ks with
  | [] => true
  | k :: rest => negb (existsb (text_eqb k) rest) && different rest
  end.

(** [room]: how many arrays and objects may be within each other. *)
Fixpoint valid_within (room : nat) (v : json) : bool :=
  match v, room with
  | Num z, _ => ((- large <? z) && (z <? large))%Z
  | Str s, _ => plain s
  | Arr l, S room => forallb (valid_within room) l
  | Obj l, S room =>
      Nat.leb (length l) most_entries && different (map fst l)
      && forallb (fun e => plain (fst e) && valid_within room (snd e)) l
  | _, O => false
  end.

Definition valid : json -> bool := valid_within most_depth.

Lemma json_induction (P : json -> Prop) :
  (forall z, P (Num z)) -> (forall s, P (Str s)) -> (forall l, Forall P l -> P (Arr l)) ->
  (forall l, Forall (fun e => P (snd e)) l -> P (Obj l)) -> forall v, P v.
Proof.
  intros HN HS HA HO. fix go 1. intros [z|s|l|l].
  - apply HN.
  - apply HS.
  - apply HA. induction l as [|v l IH]; constructor; [apply go | exact IH].
  - apply HO. induction l as [|e l IH]; constructor; [apply go | exact IH].
Qed.

(** ** Bytes *)

Lemma lex_step c rest r done r' ended : step r c = Some (r', ended) -> lex (c :: rest) r done = lex rest r' (ended ++ done).
Proof. intros E. cbn [lex]. rewrite E. reflexivity. Qed.

Lemma hex_value_digit d : d < 16 -> hex_value (hex_digit d) = Some d.
Proof.
  intros H. assert (K : In d [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15]) by (simpl; lia).
  simpl in K. repeat destruct K as [<-|K]; try reflexivity. destruct K.
Qed.

Lemma lex_hex v rest got done : v < 65536 ->
  lex (print_hex v ++ rest) (In_string got) done = lex rest (In_string (add_escaped got v)) done.
Proof.
  intros H. unfold print_hex. cbn [app].
  rewrite (lex_step _ _ _ _ (After_backslash got) []) by reflexivity.
  rewrite (lex_step _ _ _ _ (In_hex got 4 0) []) by reflexivity.
  assert (D3 : v / hex_3 < 16) by (apply N.div_lt_upper_bound; unfold hex_3; lia).
  assert (D2 : v / hex_2 mod sixteen < 16) by (apply N.mod_lt; discriminate).
  assert (D1 : v / sixteen mod sixteen < 16) by (apply N.mod_lt; discriminate).
  assert (D0 : v mod sixteen < 16) by (apply N.mod_lt; discriminate).
  assert (Whole : ((v / hex_3 * 16 + v / hex_2 mod 16) * 16 + v / 16 mod 16) * 16 + v mod 16 = v).
  { assert (E0 := N.div_mod' v 16). assert (E1 := N.div_mod' (v / 16) 16). assert (E2 := N.div_mod' (v / hex_2) 16).
    rewrite N.div_div in E1 by discriminate. unfold hex_2 in E2. rewrite N.div_div in E2 by discriminate.
    change (16 * 16) with 256 in E1. change (256 * 16) with 4096 in E2. unfold hex_3, hex_2.
    clear - E0 E1 E2. lia. }
  rewrite (lex_step _ _ _ _ (In_hex got 3 (0 * sixteen + v / hex_3)) [])
    by (cbn [step]; rewrite hex_value_digit by exact D3; reflexivity).
  rewrite (lex_step _ _ _ _ (In_hex got 2 ((0 * sixteen + v / hex_3) * sixteen + v / hex_2 mod sixteen)) [])
    by (cbn [step]; rewrite hex_value_digit by exact D2; reflexivity).
  rewrite (lex_step _ _ _ _ (In_hex got 1 (((0 * sixteen + v / hex_3) * sixteen + v / hex_2 mod sixteen) * sixteen
                                           + v / sixteen mod sixteen)) [])
    by (cbn [step]; rewrite hex_value_digit by exact D1; reflexivity).
  rewrite (lex_step _ _ _ _ (In_string (add_escaped got v)) []).
  - reflexivity.
  - cbn [step]. rewrite hex_value_digit by exact D0. rewrite N.mul_0_l, N.add_0_l. unfold sixteen. rewrite Whole. reflexivity.
Qed.

Definition follows (got : text) (c : N) : bool :=
  match got with h :: _ => negb (high_surrogate h && low_surrogate c) | [] => true end.

Lemma add_escaped_follows got c : follows got c = true -> add_escaped got c = c :: got.
Proof.
  unfold follows, add_escaped. destruct got as [|h got]; [reflexivity|].
  intros H. apply negb_true_iff in H. rewrite H. reflexivity.
Qed.

Lemma lex_char c rest got done : c < unicode_end -> follows got c = true ->
  lex (print_char c ++ rest) (In_string got) done = lex rest (In_string (c :: got)) done.
Proof.
  intros Small F. unfold print_char.
  destruct (N.eqb_spec c quote) as [->|Nq]; [reflexivity|].
  destruct (N.eqb_spec c backslash) as [->|Nb]; [reflexivity|].
  destruct ((space <=? c) && (c <? delete)) eqn:Ascii.
  - apply andb_true_iff in Ascii. rewrite N.leb_le, N.ltb_lt in Ascii. cbn [app].
    apply (lex_step _ _ _ _ _ []). cbn [step]. unfold in_string.
    apply N.eqb_neq in Nq, Nb. rewrite Nq, Nb.
    replace (c <? space) with false by (symmetry; apply N.ltb_ge; lia).
    replace (c <? tail_first) with true by (symmetry; apply N.ltb_lt; unfold tail_first, delete in *; lia). reflexivity.
  - destruct (N.eqb_spec c line_feed) as [->|_]; [reflexivity|].
    destruct (N.eqb_spec c tab) as [->|_]; [reflexivity|].
    destruct (N.eqb_spec c carriage_return) as [->|_]; [reflexivity|].
    destruct (N.eqb_spec c backspace) as [->|_]; [reflexivity|].
    destruct (N.eqb_spec c form_feed) as [->|_]; [reflexivity|].
    destruct (N.ltb_spec c astral) as [Low|High].
    + rewrite lex_hex by exact Low. rewrite add_escaped_follows by exact F. reflexivity.
    + unfold unicode_end, astral, surrogates, high_first, low_first in *.
      assert (Dm := N.div_mod' (c - 0x10000) 0x400).
      assert (Hi : (c - 0x10000) / 0x400 < 0x400) by (apply N.div_lt_upper_bound; lia).
      assert (Lo : (c - 0x10000) mod 0x400 < 0x400) by (apply N.mod_lt; discriminate).
      set (hi := (c - 0x10000) / 0x400) in *. set (lo := (c - 0x10000) mod 0x400) in *. clearbody hi lo.
      rewrite <- app_assoc, lex_hex by lia. rewrite lex_hex by lia. do 2 f_equal.
      rewrite (add_escaped_follows got).
      * unfold add_escaped, high_surrogate, low_surrogate, high_first, low_first, low_end, astral, surrogates.
        replace (0xD800 <=? 0xD800 + hi) with true by (symmetry; apply N.leb_le; lia).
        replace (0xD800 + hi <? 0xDC00) with true by (symmetry; apply N.ltb_lt; lia).
        replace (0xDC00 <=? 0xDC00 + lo) with true by (symmetry; apply N.leb_le; lia).
        replace (0xDC00 + lo <? 0xE000) with true by (symmetry; apply N.ltb_lt; lia).
        cbn [andb]. do 2 f_equal. lia.
      * unfold follows. destruct got as [|h got]; [reflexivity|]. apply negb_true_iff, andb_false_iff. right.
        unfold low_surrogate, low_first. apply andb_false_iff. left. apply N.leb_gt. lia.
Qed.

Lemma lex_chars s rest done : forall got,
  forallb (fun c => c <? unicode_end) s = true -> paired s = false ->
  match s with c :: _ => follows got c = true | [] => True end ->
  lex (flat_map print_char s ++ rest) (In_string got) done = lex rest (In_string (rev_append s got)) done.
Proof.
  induction s as [|c s IH]; intros got Small Pair F; [reflexivity|].
  cbn [forallb] in Small. apply andb_true_iff in Small. destruct Small as [Sc Small]. apply N.ltb_lt in Sc.
  cbn [paired] in Pair. apply orb_false_iff in Pair. destruct Pair as [Here Pair].
  cbn [flat_map rev_append]. rewrite <- app_assoc, lex_char by assumption. apply IH; auto.
  destruct s as [|d s]; [exact I|]. cbn [follows]. rewrite Here. reflexivity.
Qed.

Lemma lex_text s rest done : plain s = true ->
  lex (print_text s ++ rest) Between done = lex rest Between (String s :: done).
Proof.
  unfold plain, print_text. rewrite andb_true_iff, negb_true_iff. intros [Small Pair].
  cbn [app]. rewrite (lex_step _ _ _ _ (In_string []) []) by reflexivity. cbn [app].
  rewrite <- app_assoc, lex_chars; [|assumption | assumption | destruct s; [exact I | reflexivity]].
  cbn [app]. rewrite (lex_step _ _ _ _ Between [String s]); [reflexivity|].
  cbn [step]. rewrite N.eqb_refl. do 4 f_equal. rewrite !rev_append_rev, !app_nil_r. apply rev_involutive.
Qed.

(** *** Numbers *)

(** The next byte ends a number. *)
Definition ends (rest : list N) : Prop :=
  match rest with [] => True | c :: _ => c = comma \/ c = right_bracket \/ c = right_brace end.

Lemma lex_end rest negative z done : ends rest ->
  lex rest (In_number negative z) done = lex rest Between (Number (signed negative z) :: done).
Proof.
  destruct rest as [|c rest]; [reflexivity|]. intros [->|[->| ->]]; reflexivity.
Qed.

Lemma digit_value_of z : (0 <= z < 10)%Z -> digit_value (digit_0 + Z.to_N z) = Some z.
Proof.
  intros H. unfold digit_value, digit_0, digit_9.
  replace (48 <=? 48 + Z.to_N z) with true by (symmetry; apply N.leb_le; lia).
  replace (48 + Z.to_N z <=? 57) with true by (symmetry; apply N.leb_le; lia). cbn [andb]. f_equal. lia.
Qed.

Lemma lex_digits r negative fuel done :
  (forall d rest, (0 <= d < 10)%Z -> lex ((digit_0 + Z.to_N d) :: rest) r done = lex rest (In_number negative d) done) ->
  forall z after, (0 <= z < large)%Z -> (z < 10 ^ Z.of_nat (S fuel))%Z ->
  lex (digits (S fuel) z after) r done = lex after (In_number negative z) done.
Proof.
  intros First. induction fuel as [|fuel IH]; intros z after Range Small.
  - change (z < 10)%Z in Small. cbn [digits]. unfold ten.
    replace (z <? 10)%Z with true by (symmetry; apply Z.ltb_lt, Small). rewrite Z.mod_small by lia. apply First. lia.
  - remember (S fuel) as more. cbn [digits]. unfold ten. destruct (Z.ltb_spec z 10) as [Lt|Ge].
    + rewrite Z.mod_small by lia. apply First. lia.
    + rewrite Nat2Z.inj_succ, Z.pow_succ_r in Small by lia.
      assert (Dm := Z.div_mod z 10 ltac:(discriminate)). assert (Mod := Z.mod_pos_bound z 10 ltac:(reflexivity)).
      assert (Quot : (1 <= z / 10 < 10 ^ Z.of_nat more)%Z).
      { split; [apply Z.div_le_lower_bound; lia | apply Z.div_lt_upper_bound; lia]. }
      set (q := (z / 10)%Z) in *. set (r0 := (z mod 10)%Z) in *. clearbody q r0.
      rewrite IH by lia.
      rewrite (lex_step _ _ _ _ (In_number negative z) []); [reflexivity|].
      cbn [step]. rewrite digit_value_of by lia.
      replace (q =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia). unfold ten.
      replace (q * 10 + r0)%Z with z by lia.
      replace (z <? large)%Z with true by (symmetry; apply Z.ltb_lt; lia). reflexivity.
Qed.

Lemma large_digits : (large < 10 ^ Z.of_nat most_digits)%Z.
Proof. apply Z.ltb_lt. vm_compute. reflexivity. Qed.

Lemma lex_digits_of r negative z rest done :
  (forall d rest, (0 <= d < 10)%Z -> lex ((digit_0 + Z.to_N d) :: rest) r done = lex rest (In_number negative d) done) ->
  (0 <= z < large)%Z -> ends rest ->
  lex (digits most_digits z [] ++ rest) r done = lex rest Between (Number (signed negative z) :: done).
Proof.
  intros First Range End.
  assert (App : forall fuel z after, digits fuel z after ++ rest = digits fuel z (after ++ rest)).
  { induction fuel as [|fuel IH]; intros y after; [reflexivity|].
    cbn [digits]. destruct (y <? ten)%Z; [reflexivity | apply IH]. }
  change most_digits with (S 199). rewrite App, (lex_digits r negative); [apply lex_end, End | exact First | exact Range|].
  eapply Z.lt_trans; [apply Range | exact large_digits].
Qed.

Lemma lex_number z room rest done : valid_within room (Num z) = true -> ends rest ->
  lex (print_number z ++ rest) Between done = lex rest Between (Number z :: done).
Proof.
  intros V. assert (K : ((- large <? z) && (z <? large))%Z = true) by (destruct room; exact V). revert K.
  rewrite andb_true_iff, !Z.ltb_lt. intros [Low High] End. unfold print_number.
  destruct (Z.ltb_spec z 0) as [Neg|Pos].
  - cbn [app]. rewrite (lex_step _ _ _ _ After_minus []) by reflexivity. cbn [app].
    rewrite (lex_digits_of After_minus true) by
      (auto; try lia; intros d r Hd; apply (lex_step _ _ _ _ _ []); cbn [step]; rewrite digit_value_of by exact Hd; reflexivity).
    cbn [signed]. rewrite Z.opp_involutive. reflexivity.
  - rewrite (lex_digits_of Between false); auto; try lia. intros d r Hd. apply (lex_step _ _ _ _ _ []).
    cbn [step]. assert (K : In d [0; 1; 2; 3; 4; 5; 6; 7; 8; 9]%Z) by (simpl; lia).
    simpl in K. repeat destruct K as [<-|K]; try reflexivity. destruct K.
Qed.

(** *** Values *)

Fixpoint commas (l : list (list token)) : list token :=
  match l with
  | [] => []
  | [x] => x
  | x :: rest => x ++ Comma :: commas rest
  end.

Fixpoint tokens (v : json) : list token :=
  match v with
  | Num z => [Number z]
  | Str s => [String s]
  | Arr l => Open_array :: commas (map tokens l) ++ [Close_array]
  | Obj l => Open_object :: commas (map (fun e => String (fst e) :: Colon :: tokens (snd e)) l) ++ [Close_object]
  end.

Lemma lex_join {T} (f : T -> list N) (g : T -> list token) l rest done :
  (forall x, In x l -> forall rest done, ends rest -> lex (f x ++ rest) Between done = lex rest Between (rev (g x) ++ done)) ->
  ends rest ->
  lex (join (map f l) ++ rest) Between done = lex rest Between (rev (commas (map g l)) ++ done).
Proof.
  intros Each End. revert done. induction l as [|x l IH]; intros done; [reflexivity|].
  destruct l as [|y l].
  - cbn [map join commas]. apply Each; simpl; auto.
  - change (join (map f (x :: y :: l))) with (f x ++ comma :: join (map f (y :: l))).
    change (commas (map g (x :: y :: l))) with (g x ++ Comma :: commas (map g (y :: l))).
    rewrite <- app_assoc, Each by (simpl; auto). cbn [app].
    rewrite (lex_step _ _ _ _ Between [Comma]) by reflexivity. cbn [app].
    rewrite IH by (intros z Hz; apply Each; simpl in *; tauto).
    rewrite rev_app_distr. cbn [rev]. rewrite <- !app_assoc. reflexivity.
Qed.

Lemma lex_print v : forall room, valid_within room v = true -> forall rest done, ends rest ->
  lex (print v ++ rest) Between done = lex rest Between (rev (tokens v) ++ done).
Proof.
  induction v as [z|s|l IH|l IH] using json_induction; intros room Valid rest done End.
  - apply (lex_number z room); assumption.
  - apply lex_text. destruct room; exact Valid.
  - destruct room as [|room]; [discriminate|]. cbn [print tokens valid_within] in *. rewrite forallb_forall in Valid. rewrite Forall_forall in IH.
    cbn [app]. rewrite (lex_step _ _ _ _ Between [Open_array]) by reflexivity. cbn [app].
    rewrite <- app_assoc. rewrite (lex_join print tokens).
    + cbn [app]. rewrite (lex_step _ _ _ _ Between [Close_array]) by reflexivity.
      cbn [rev app]. rewrite rev_app_distr. cbn [rev app]. rewrite <- !app_assoc. reflexivity.
    + intros x Hx r d E. apply (IH x Hx room); auto.
    + simpl. auto.
  - destruct room as [|room]; [discriminate|]. cbn [print tokens valid_within] in *.
    rewrite !andb_true_iff, forallb_forall in Valid. destruct Valid as [_ Valid].
    rewrite Forall_forall in IH.
    cbn [app]. rewrite (lex_step _ _ _ _ Between [Open_object]) by reflexivity. cbn [app].
    rewrite <- app_assoc.
    rewrite (lex_join (fun e => print_text (fst e) ++ colon :: print (snd e)) (fun e => String (fst e) :: Colon :: tokens (snd e))).
    + cbn [app]. rewrite (lex_step _ _ _ _ Between [Close_object]) by reflexivity.
      cbn [rev app]. rewrite rev_app_distr. cbn [rev app]. rewrite <- !app_assoc. reflexivity.
    + intros e He r d E. specialize (Valid e He). apply andb_true_iff in Valid. destruct Valid as [Vk Vv].
      rewrite <- app_assoc, lex_text by exact Vk. cbn [app].
      rewrite (lex_step _ _ _ _ Between [Colon]) by reflexivity. cbn [app].
      rewrite (IH e He room Vv) by exact E. cbn [rev]. rewrite <- !app_assoc. reflexivity.
    + simpl. auto.
Qed.

(** ** Tokens *)

Definition ready (p : place) (stack : list frame) : Prop :=
  match p with Value => True | First_value => True | _ => False end.

Definition go_on (ts : list token) (next : option (place * list frame)) : option json :=
  match next with Some (p, stack) => assemble ts p stack | None => None end.

Lemma enter_frame_ok p f stack room : (length stack + S room <= most_depth)%nat ->
  enter_frame p f stack = Some (p, f :: stack).
Proof. intros H. unfold enter_frame. replace (Nat.ltb _ _) with true; [reflexivity|]. symmetry. apply Nat.ltb_lt. lia. Qed.

Lemma assemble_tokens v : forall room, valid_within room v = true ->
  forall ts p stack, ready p stack -> (length stack + room <= most_depth)%nat ->
  assemble (tokens v ++ ts) p stack = go_on ts (put v stack).
Proof.
  induction v as [z|s|l IH|l IH] using json_induction; intros room Valid ts p stack Ready Deep.
  - destruct p; try destruct Ready; reflexivity.
  - destruct p; try destruct Ready; reflexivity.
  - destruct room as [|room]; [discriminate|]. cbn [tokens valid_within] in *. rewrite forallb_forall in Valid.
    rewrite Forall_forall in IH. assert (Entered := fun p f => enter_frame_ok p f stack room Deep).
    assert (Below : forall f : frame, (length (f :: stack) + room <= most_depth)%nat) by (intros; cbn [length]; lia).
    assert (Elements : forall l' done p, (forall x, In x l' -> In x l) -> l' <> [] -> ready p (In_array done :: stack) ->
      assemble (commas (map tokens l') ++ Close_array :: ts) p (In_array done :: stack)
      = go_on ts (put (Arr (rev_append done [] ++ l')) stack)).
    { induction l' as [|x l' IHl]; intros done q Sub Ne Rq; [congruence|].
      assert (Hx : In x l) by (apply Sub; simpl; auto). destruct l' as [|y l'].
      - cbn [map commas]. rewrite (IH x Hx room (Valid x Hx)) by (exact Rq || apply Below). cbn [put go_on].
        cbn [assemble accept]. rewrite !rev_append_rev. cbn [rev]. rewrite !app_nil_r. reflexivity.
      - change (commas (map tokens (x :: y :: l'))) with (tokens x ++ Comma :: commas (map tokens (y :: l'))).
        rewrite <- app_assoc, (IH x Hx room (Valid x Hx)) by (exact Rq || apply Below). cbn [put go_on app assemble accept].
        rewrite IHl; [| intros z Hz; apply Sub; simpl in *; tauto | discriminate | exact I].
        rewrite !rev_append_rev. cbn [rev]. rewrite !app_nil_r, <- app_assoc. reflexivity. }
    destruct l as [|x l].
    + destruct p; try destruct Ready; cbn [map commas app assemble accept]; rewrite Entered; reflexivity.
    + cbn [app]. rewrite <- app_assoc.
      replace (assemble (Open_array :: commas (map tokens (x :: l)) ++ [Close_array] ++ ts) p stack)
        with (assemble (commas (map tokens (x :: l)) ++ [Close_array] ++ ts) First_value (In_array [] :: stack))
        by (destruct p; try destruct Ready; cbn [app assemble accept]; rewrite Entered; reflexivity).
      cbn [app]. rewrite Elements; [reflexivity | auto | discriminate | exact I].
  - destruct room as [|room]; [discriminate|]. cbn [tokens valid_within] in *.
    rewrite !andb_true_iff, forallb_forall in Valid. destruct Valid as [[Few Diff] Valid].
    apply Nat.leb_le in Few. rewrite Forall_forall in IH. assert (Entered := fun p f => enter_frame_ok p f stack room Deep).
    assert (Below : forall f : frame, (length (f :: stack) + room <= most_depth)%nat) by (intros; cbn [length]; lia).
    set (entry := fun e : text * json => String (fst e) :: Colon :: tokens (snd e)).
    assert (Elements : forall l' done p, (forall x, In x l' -> In x l) -> l' <> [] ->
      (p = Key \/ p = First_key) -> (length done + length l' <= most_entries)%nat ->
      different (map fst l') = true ->
      (forall e e', In e done -> In e' l' -> fst e' <> fst e) ->
      assemble (commas (map entry l') ++ Close_object :: ts) p (In_object done :: stack)
      = go_on ts (put (Obj (rev_append done [] ++ l')) stack)).
    { induction l' as [|[k v] l' IHl]; intros done q Sub Ne Rq Room Dif New; [congruence|].
      assert (Hx : In (k, v) l) by (apply Sub; simpl; auto).
      assert (Vv : valid_within room v = true) by (specialize (Valid _ Hx); apply andb_true_iff in Valid; apply Valid).
      assert (PutKey : forall more, assemble (String k :: Colon :: tokens v ++ more) q (In_object done :: stack)
                                    = go_on more (Some (Next, In_object ((k, v) :: done) :: stack))).
      { intros more. assert (P : put_key k (In_object done :: stack) = Some (Before_colon, At_key done k :: stack)).
        { cbn [put_key]. replace (Nat.ltb (length done) most_entries) with true
            by (symmetry; apply Nat.ltb_lt; cbn [length] in Room; lia).
          replace (existsb (fun e => text_eqb k (fst e)) done) with false; [reflexivity|].
          symmetry. apply not_true_is_false. intros K. apply existsb_exists in K. destruct K as (e & He & K).
          apply text_eqb_iff in K. apply (New e (k, v) He); simpl; auto. }
        assert (A : accept q (In_object done :: stack) (String k) = Some (Before_colon, At_key done k :: stack))
          by (destruct Rq as [-> | ->]; exact P).
        cbn [assemble]. rewrite A. cbn [assemble accept].
        rewrite (IH (k, v) Hx room Vv) by (exact I || apply Below). reflexivity. }
      cbn [map different] in Dif. apply andb_true_iff in Dif. destruct Dif as [Fresh Dif].
      destruct l' as [|e l'].
      - cbn [map commas entry fst snd app]. rewrite PutKey. cbn [go_on assemble accept].
        rewrite !rev_append_rev. cbn [rev]. rewrite !app_nil_r. reflexivity.
      - change (commas (map entry ((k, v) :: e :: l'))) with
          ((String k :: Colon :: tokens v) ++ Comma :: commas (map entry (e :: l'))).
        rewrite <- app_assoc. cbn [app]. rewrite PutKey. cbn [go_on assemble accept].
        rewrite IHl.
        + rewrite !rev_append_rev. cbn [rev]. rewrite !app_nil_r, <- app_assoc. reflexivity.
        + intros z Hz. apply Sub. simpl in *. tauto.
        + discriminate.
        + auto.
        + cbn [length] in *. lia.
        + exact Dif.
        + intros d e' [<-|Hd] He' E.
          * apply negb_true_iff in Fresh. apply not_true_iff_false in Fresh. apply Fresh, existsb_exists.
            exists (fst e'). split; [apply in_map, He' | apply text_eqb_iff; simpl in E; auto].
          * apply (New d e' Hd); [simpl in *; tauto | exact E]. }
    destruct l as [|x l].
    + destruct p; try destruct Ready; cbn [map commas app assemble accept]; rewrite Entered; reflexivity.
    + cbn [app]. rewrite <- app_assoc.
      replace (assemble (Open_object :: commas (map entry (x :: l)) ++ [Close_object] ++ ts) p stack)
        with (assemble (commas (map entry (x :: l)) ++ [Close_object] ++ ts) First_key (In_object [] :: stack))
        by (destruct p; try destruct Ready; cbn [app assemble accept]; rewrite Entered; reflexivity).
      cbn [app]. rewrite Elements; [reflexivity | auto | discriminate | auto | cbn [length] in *; lia | exact Diff | intros e e' []].
Qed.

(** What [print] writes, [parse] reads. *)
Theorem parse_print v : valid v = true -> parse (print v) = Some v.
Proof.
  intros Valid. unfold parse. rewrite <- (app_nil_r (print v)), (lex_print v most_depth) by (exact Valid || exact I).
  cbn [lex]. rewrite app_nil_r, rev_append_rev, rev_involutive.
  rewrite (assemble_tokens v most_depth) by (exact Valid || exact I || apply le_n). reflexivity.
Qed.

Corollary print_inj v w : valid v = true -> valid w = true -> print v = print w -> v = w.
Proof. intros Hv Hw E. apply parse_print in Hv, Hw. congruence. Qed.

(** ** What the program writes *)

Lemma write_text_eq s out : write_text s out = rev_append (print_text s) out.
Proof.
  assert (K : forall out, fold_left (fun out c => rev_append (print_char c) out) s out = rev (flat_map print_char s) ++ out).
  { induction s as [|c s IH]; intros o; [reflexivity|]. cbn [fold_left flat_map].
    rewrite IH, rev_append_rev, rev_app_distr, <- app_assoc. reflexivity. }
  unfold write_text, print_text. rewrite K, rev_append_rev. cbn [app rev]. rewrite rev_app_distr. cbn [rev app].
  rewrite <- app_assoc. reflexivity.
Qed.

Lemma write_join {T} (f : T -> list N) (g : T -> list N -> list N) x rest :
  (forall y, In y (x :: rest) -> forall out, g y out = rev (f y) ++ out) -> forall out,
  fold_left (fun out y => g y (comma :: out)) rest (g x out) = rev (join (map f (x :: rest))) ++ out.
Proof.
  revert x. induction rest as [|y rest IH]; intros x Each out; [cbn; apply Each; simpl; auto|].
  change (join (map f (x :: y :: rest))) with (f x ++ comma :: join (map f (y :: rest))).
  cbn [fold_left]. rewrite IH by (intros z Hz; apply Each; simpl in *; tauto). rewrite (Each x) by (simpl; auto).
  rewrite rev_app_distr. cbn [rev]. rewrite <- !app_assoc. reflexivity.
Qed.

Lemma write_print v : forall out, write v out = rev (print v) ++ out.
Proof.
  induction v as [z|s|l IH|l IH] using json_induction; intros out.
  - apply rev_append_rev.
  - cbn [write print]. rewrite write_text_eq. apply rev_append_rev.
  - rewrite Forall_forall in IH. destruct l as [|x rest]; [reflexivity|]. cbn [write print].
    rewrite (write_join print write) by (intros y Hy; apply IH, Hy).
    cbn [app rev]. rewrite rev_app_distr. cbn [rev app]. rewrite <- !app_assoc. reflexivity.
  - rewrite Forall_forall in IH. destruct l as [|[k x] rest]; [reflexivity|]. cbn [write print].
    set (f := fun e : text * json => print_text (fst e) ++ colon :: print (snd e)).
    set (g := fun (e : text * json) out => write (snd e) (colon :: write_text (fst e) out)).
    change (right_brace :: fold_left (fun out e => g e (comma :: out)) rest (g (k, x) (left_brace :: out))
            = rev ([left_brace] ++ join (map f ((k, x) :: rest)) ++ [right_brace]) ++ out).
    rewrite (write_join f g).
    + cbn [app rev]. rewrite rev_app_distr. cbn [rev app]. rewrite <- !app_assoc. reflexivity.
    + intros e He o. unfold f, g. rewrite (IH e He), write_text_eq, rev_append_rev, rev_app_distr. cbn [rev].
      rewrite <- !app_assoc. reflexivity.
Qed.

Theorem written_print v : written v = print v.
Proof. unfold written. rewrite write_print, app_nil_r, trev_eq. apply rev_involutive. Qed.
