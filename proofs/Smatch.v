(** * Smatch on lists of triples

    The definitions on which all other files rest, and the lemmas about them that more than one file needs.

    A graph is the list of its triples.  Variables, concepts, attribute names, values and relation names are natural
    numbers; nothing but their equality matters.  An alignment pairs variables of the left graph with variables of the
    right graph; it is [pinj], a partial injection, if no variable occurs twice on either side.  A triple of the left
    graph is [matched] if all its variables are aligned and its image is a triple of the right graph.  The [score]
    counts the matched triples, and [SMATCH A B k] asks whether some alignment reaches the score [k].

    The score counts list entries of the left graph.  If that list has no repeated triple, this is the rule "set" of
    the Python program (matched_triples in conventions/triples.py); Certificate.v has all three rules for repetitions.

    The mark of the root (TOP) is an ordinary attribute of the root: [Attr] with a name kept for that purpose. *)

From Coq Require Import Arith Lia Bool List.
Import ListNotations.

(** ** Definitions *)

Inductive triple :=
  | Inst (v c : nat)      (* instance(v, c): variable v has the concept c *)
  | Attr (a v c : nat)    (* a(v, c): attribute a of variable v has the value c *)
  | Rel (r u v : nat).    (* r(u, v): relation r leads from variable u to variable v *)

Definition triple_eq_dec (s t : triple) : {s = t} + {s <> t}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition tin (t : triple) (B : list triple) : bool := if in_dec triple_eq_dec t B then true else false.

(** An alignment as a list of pairs (left variable, right variable). *)
Definition align := list (nat * nat).

Definition pinj (phi : align) := NoDup (map fst phi) /\ NoDup (map snd phi).

(** The variable aligned with [x], if there is one. *)
Fixpoint app (phi : align) (x : nat) : option nat :=
  match phi with
  | [] => None
  | (a, b) :: r => if Nat.eqb a x then Some b else app r x
  end.

Definition image (phi : align) (t : triple) : option triple :=
  match t with
  | Inst v c => option_map (fun y => Inst y c) (app phi v)
  | Attr a v c => option_map (fun y => Attr a y c) (app phi v)
  | Rel r u v => match app phi u, app phi v with Some y, Some z => Some (Rel r y z) | _, _ => None end
  end.

Definition matched (B : list triple) (phi : align) (t : triple) : bool :=
  match image phi t with Some t' => tin t' B | None => false end.

Definition score (A B : list triple) (phi : align) : nat := length (filter (matched B phi) A).

Definition SMATCH (A B : list triple) (k : nat) := exists phi, pinj phi /\ k <= score A B phi.

(** ** Alignments *)

Definition pair_dec : forall x y : nat * nat, {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Lemma tin_iff t B : tin t B = true <-> In t B.
Proof. unfold tin. destruct (in_dec _ t B); split; intros; auto; discriminate. Qed.

Lemma app_In phi x y : app phi x = Some y -> In (x, y) phi.
Proof.
  induction phi as [|[a b] r IH]; simpl; [discriminate|].
  destruct (Nat.eqb_spec a x) as [->|_]; intros H; [left; congruence | right; auto].
Qed.

Lemma In_app phi x y : NoDup (map fst phi) -> In (x, y) phi -> app phi x = Some y.
Proof.
  induction phi as [|[a b] r IH]; simpl; [tauto|].
  intros ND H. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND]. destruct H as [H|H].
  - injection H as -> ->. rewrite Nat.eqb_refl. reflexivity.
  - destruct (Nat.eqb_spec a x) as [->|_]; [|auto].
    exfalso. apply Fresh, (in_map fst _ _ H).
Qed.

(** Two members of a list without repetition under [g] that agree under [g] are one. *)
Lemma NoDup_map_inj {T V} (g : T -> V) l x y : NoDup (map g l) -> In x l -> In y l -> g x = g y -> x = y.
Proof.
  induction l as [|a l IH]; simpl; [tauto|].
  intros ND Hx Hy E. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto; exfalso; apply Fresh.
  - rewrite E. apply in_map, Hy.
  - rewrite <- E. apply in_map, Hx.
Qed.

Lemma NoDup_map_filter {T V} (g : T -> V) (f : T -> bool) l : NoDup (map g l) -> NoDup (map g (filter f l)).
Proof.
  induction l as [|a l IH]; simpl; auto.
  intros ND. apply NoDup_cons_iff in ND. destruct ND as [Fresh ND].
  destruct (f a); simpl; auto. constructor; auto.
  intros K. apply Fresh. apply in_map_iff in K. destruct K as (x & <- & K).
  apply filter_In in K. apply in_map, K.
Qed.

Lemma pinj_inj phi x x' y : pinj phi -> app phi x = Some y -> app phi x' = Some y -> x = x'.
Proof.
  intros [_ ND] H H'. apply app_In in H. apply app_In in H'.
  assert (E : (x, y) = (x', y)) by (apply (NoDup_map_inj snd phi); auto).
  congruence.
Qed.

Lemma filter_pinj f phi : pinj phi -> pinj (filter f phi).
Proof. intros [N1 N2]. split; apply NoDup_map_filter; assumption. Qed.

(** ** Lengths of filtered lists: a score is one *)

Lemma filter_le {T} (f : T -> bool) l : length (filter f l) <= length l.
Proof. induction l as [|a l IH]; simpl; auto. destruct (f a); simpl; lia. Qed.

Lemma filter_all {T} (f : T -> bool) l : length l <= length (filter f l) <-> forall x, In x l -> f x = true.
Proof.
  induction l as [|a l IH]; simpl; [split; [tauto | lia]|].
  pose proof (filter_le f l). destruct (f a) eqn:Ea; simpl.
  - rewrite <- Nat.succ_le_mono, IH. split; intros K x; [intros [<-|]; auto | auto].
  - split; intros K; [lia | specialize (K a (or_introl eq_refl)); congruence].
Qed.

Lemma filter_all_eq {T} (f : T -> bool) l : (forall x, In x l -> f x = true) -> length (filter f l) = length l.
Proof. intros H. apply filter_all in H. pose proof (filter_le f l). lia. Qed.

Lemma filter_mono {T} (f g : T -> bool) l :
  (forall x, In x l -> f x = true -> g x = true) -> length (filter f l) <= length (filter g l).
Proof.
  induction l as [|a l IH]; simpl; intros K; auto.
  assert (Tail := IH (fun x H => K x (or_intror H))).
  destruct (f a) eqn:Ea; [rewrite (K a (or_introl eq_refl) Ea) | destruct (g a)]; simpl; lia.
Qed.

Lemma filter_app_length {T} (f : T -> bool) l1 l2 :
  length (filter f (l1 ++ l2)) = length (filter f l1) + length (filter f l2).
Proof. rewrite filter_app, app_length. reflexivity. Qed.

Lemma filter_map_length {T U} (g : T -> U) (f : U -> bool) (h : T -> bool) l :
  (forall x, In x l -> f (g x) = h x) -> length (filter f (map g l)) = length (filter h l).
Proof.
  induction l as [|a l IH]; simpl; auto.
  intros H. rewrite (H a (or_introl eq_refl)). destruct (h a); simpl; rewrite IH; auto.
Qed.

(** The whole of [A] is matched if and only if the score reaches the size of [A]: "precision 1". *)
Lemma score_full A B phi : length A <= score A B phi <-> forall t, In t A -> matched B phi t = true.
Proof. apply filter_all. Qed.
