(** * JSON, as certificates use it

    A line is a list of bytes; [parse] makes a value of it, [print] writes a value as Python's json.dumps does, without
    spaces and in ASCII, and [parse_print] says that what was printed is read back.  There are whole numbers below 10^36,
    strings, arrays and objects of at most 13 entries, at most 8 within each other; what else JSON has (fractions, true,
    false, null) is refused, since no certificate holds it.  Two machines do the work, of which each looks at each byte or
    token once: [lex] makes tokens of bytes, [assemble] a value of tokens.  [written] writes what [print] says, in a stack
    that does not grow with the length of what is written. *)

From Coq Require Import Arith Lia Bool List NArith ZArith.
From SmatchProof Require Import Lists.
Import ListNotations.
Local Open Scope N_scope.

(** A string is the list of its code points. *)
Definition text := list N.

Inductive json :=
  | Num (z : Z)
  | Str (s : text)
  | Arr (l : list json)
  | Obj (l : list (text * json)).

Inductive token := Open_array | Close_array | Open_object | Close_object | Comma | Colon | String (s : text) | Number (z : Z).

Fixpoint text_eqb (s t : text) : bool :=
  match s, t with
  | [], [] => true
  | c :: s', d :: t' => N.eqb c d && text_eqb s' t'
  | _, _ => false
  end.

Lemma text_eqb_iff s : forall t, text_eqb s t = true <-> s = t.
Proof.
  induction s as [|c s IH]; destruct t as [|d t]; simpl; try (split; [discriminate | discriminate]); [tauto|].
  rewrite andb_true_iff, N.eqb_eq, IH. split; [intros [-> ->]; reflexivity | intros E; injection E; auto].
Qed.

Definition large : Z := 10 ^ 36.

(** Bytes and code points by name. As definitions of their own they are computed once, when the program starts. *)
Definition backspace : N := 8.
Definition tab : N := 9.
Definition line_feed : N := 10.
Definition form_feed : N := 12.
Definition carriage_return : N := 13.
Definition sixteen : N := 16.
Definition space : N := 32.
Definition quote : N := 34.
Definition comma : N := 44.
Definition minus : N := 45.
Definition solidus : N := 47.
Definition digit_0 : N := 48.
Definition capital_A_less_10 : N := 55.
Definition digit_9 : N := 57.
Definition colon : N := 58.
Definition tail_size : N := 64.
Definition capital_A : N := 65.
Definition capital_F : N := 70.
Definition small_a_less_10 : N := 87.
Definition left_bracket : N := 91.
Definition backslash : N := 92.
Definition right_bracket : N := 93.
Definition small_a : N := 97.
Definition small_b : N := 98.
Definition small_f : N := 102.
Definition small_n : N := 110.
Definition small_r : N := 114.
Definition small_t : N := 116.
Definition small_u : N := 117.
Definition left_brace : N := 123.
Definition right_brace : N := 125.
Definition delete : N := 127.
Definition tail_first : N := 128.
Definition tail_end : N := 192.
Definition two_first : N := 194.
Definition three_first : N := 224.
Definition four_first : N := 240.
Definition four_end : N := 245.
Definition hex_2 : N := 256.
Definition surrogates : N := 0x400.
Definition three_least : N := 0x800.
Definition hex_3 : N := 4096.
Definition high_first : N := 0xD800.
Definition low_first : N := 0xDC00.
Definition low_end : N := 0xE000.
Definition astral : N := 0x10000.
Definition unicode_end : N := 0x110000.
Definition ten_digits : N := 10.
Definition ten : Z := 10.

(** ** From bytes to tokens *)

Inductive reading :=
  | Between
  | In_string (got : text)                       (* what was read of the string, the last code point first *)
  | After_backslash (got : text)
  | In_hex (got : text) (left : nat) (value : N) (* so many digits are to come *)
  | In_utf8 (got : text) (left : nat) (value least : N)
  | After_minus
  | In_number (negative : bool) (value : Z).     (* 0 is followed by no digit *)

Definition high_surrogate (c : N) : bool := (high_first <=? c) && (c <? low_first).
Definition low_surrogate (c : N) : bool := (low_first <=? c) && (c <? low_end).

(** One code point more that was given by its number: two surrogates are one. *)
Definition add_escaped (got : text) (c : N) : text :=
  match got with
  | h :: rest =>
      if high_surrogate h && low_surrogate c then (astral + (h - high_first) * surrogates + (c - low_first)) :: rest else c :: got
  | [] => [c]
  end.

Definition hex_value (c : N) : option N :=
  if (digit_0 <=? c) && (c <=? digit_9) then Some (c - digit_0)
  else if (small_a <=? c) && (c <=? small_f) then Some (c - small_a_less_10)
  else if (capital_A <=? c) && (c <=? capital_F) then Some (c - capital_A_less_10)
  else None.

Definition digit_value (c : N) : option Z := if (digit_0 <=? c) && (c <=? digit_9) then Some (Z.of_N (c - digit_0)) else None.

Definition signed (negative : bool) (z : Z) : Z := if negative then Z.opp z else z.

Definition between (c : N) : option (reading * list token) :=
  if (c =? space) || (c =? tab) || (c =? line_feed) || (c =? carriage_return) then Some (Between, [])
  else if c =? quote then Some (In_string [], [])
  else if c =? comma then Some (Between, [Comma])
  else if c =? left_bracket then Some (Between, [Open_array])
  else if c =? right_bracket then Some (Between, [Close_array])
  else if c =? colon then Some (Between, [Colon])
  else if c =? left_brace then Some (Between, [Open_object])
  else if c =? right_brace then Some (Between, [Close_object])
  else if c =? minus then Some (After_minus, [])
  else match digit_value c with Some d => Some (In_number false d, []) | None => None end.

(** What follows the number that has ended. *)
Definition after_number (t : token) (next : option (reading * list token)) : option (reading * list token) :=
  match next with Some (r, ts) => Some (r, ts ++ [t]) | None => None end.

Definition in_string (got : text) (c : N) : option reading :=
  if c =? quote then None
  else if c =? backslash then Some (After_backslash got)
  else if c <? space then None
  else if c <? tail_first then Some (In_string (c :: got))
  else if (two_first <=? c) && (c <? three_first) then Some (In_utf8 got 1 (c - tail_end) tail_first)
  else if (three_first <=? c) && (c <? four_first) then Some (In_utf8 got 2 (c - three_first) three_least)
  else if (four_first <=? c) && (c <? four_end) then Some (In_utf8 got 3 (c - four_first) astral)
  else None.

Definition escaped (c : N) : option N :=
  if (c =? quote) || (c =? backslash) || (c =? solidus) then Some c
  else if c =? small_n then Some line_feed
  else if c =? small_t then Some tab
  else if c =? small_r then Some carriage_return
  else if c =? small_b then Some backspace
  else if c =? small_f then Some form_feed
  else None.

(** One byte: where the machine is then, and the tokens that have ended, the last one first. *)
Definition step (r : reading) (c : N) : option (reading * list token) :=
  match r with
  | Between => between c
  | In_string got =>
      if c =? quote then Some (Between, [String (rev_append got [])])
      else match in_string got c with Some r => Some (r, []) | None => None end
  | After_backslash got =>
      if c =? small_u then Some (In_hex got 4 0, [])
      else match escaped c with Some d => Some (In_string (d :: got), []) | None => None end
  | In_hex got todo value =>
      match hex_value c, todo with
      | Some d, S O => Some (In_string (add_escaped got (value * sixteen + d)), [])
      | Some d, S more => Some (In_hex got more (value * sixteen + d), [])
      | _, _ => None
      end
  | In_utf8 got todo value least =>
      if (tail_first <=? c) && (c <? tail_end)
      then
        let value := value * tail_size + (c - tail_first) in
        match todo with
        | S O =>
            if (least <=? value) && (value <? unicode_end) && negb (high_surrogate value || low_surrogate value)
            then Some (In_string (value :: got), []) else None
        | S more => Some (In_utf8 got more value least, [])
        | O => None
        end
      else None
  | After_minus => match digit_value c with Some d => Some (In_number true d, []) | None => None end
  | In_number negative value =>
      match digit_value c with
      | Some d =>
          if (value =? 0)%Z then None
          else let value := (value * ten + d)%Z in if (value <? large)%Z then Some (In_number negative value, []) else None
      | None => after_number (Number (signed negative value)) (between c)
      end
  end.

Fixpoint lex (bytes : list N) (r : reading) (done : list token) : option (list token) :=
  match bytes with
  | [] =>
      match r with
      | Between => Some (rev_append done [])
      | In_number negative value => Some (rev_append done [Number (signed negative value)])
      | _ => None
      end
  | c :: rest => match step r c with Some (r', ended) => lex rest r' (ended ++ done) | None => None end
  end.

(** ** From tokens to a value *)

(** What is open: an array, an object, or an object whose entry with this key is to come; the last entry first. *)
Inductive frame := In_array (done : list json) | In_object (done : list (text * json)) | At_key (done : list (text * json)) (k : text).

Inductive place := Value | First_value | Next | Key | First_key | Before_colon | Done (v : json).

(** A value has ended. *)
Definition put (v : json) (stack : list frame) : option (place * list frame) :=
  match stack with
  | [] => Some (Done v, [])
  | In_array done :: below => Some (Next, In_array (v :: done) :: below)
  | At_key done k :: below => Some (Next, In_object ((k, v) :: done) :: below)
  | In_object _ :: _ => None
  end.

Definition most_entries : nat := 13.

Definition put_key (k : text) (stack : list frame) : option (place * list frame) :=
  match stack with
  | In_object done :: below =>
      if Nat.ltb (length done) most_entries && negb (existsb (fun e => text_eqb k (fst e)) done)
      then Some (Before_colon, At_key done k :: below) else None
  | _ => None
  end.

(** Certificates are five deep: proof, node, stars and the table of one. *)
Definition most_depth : nat := 8.

Definition enter_frame (p : place) (f : frame) (stack : list frame) : option (place * list frame) :=
  if Nat.ltb (length stack) most_depth then Some (p, f :: stack) else None.

Definition accept (p : place) (stack : list frame) (t : token) : option (place * list frame) :=
  match p, t, stack with
  | (Value | First_value), Number z, _ => put (Num z) stack
  | (Value | First_value), String s, _ => put (Str s) stack
  | (Value | First_value), Open_array, _ => enter_frame First_value (In_array []) stack
  | (Value | First_value), Open_object, _ => enter_frame First_key (In_object []) stack
  | First_value, Close_array, In_array [] :: below => put (Arr []) below
  | Next, Comma, In_array _ :: _ => Some (Value, stack)
  | Next, Comma, In_object _ :: _ => Some (Key, stack)
  | Next, Close_array, In_array done :: below => put (Arr (rev_append done [])) below
  | Next, Close_object, In_object done :: below => put (Obj (rev_append done [])) below
  | (Key | First_key), String k, _ => put_key k stack
  | First_key, Close_object, In_object [] :: below => put (Obj []) below
  | Before_colon, Colon, _ => Some (Value, stack)
  | _, _, _ => None
  end.

Fixpoint assemble (ts : list token) (p : place) (stack : list frame) : option json :=
  match ts with
  | [] => match p with Done v => Some v | _ => None end
  | t :: rest => match accept p stack t with Some (p', stack') => assemble rest p' stack' | None => None end
  end.

Definition parse (bytes : list N) : option json :=
  match lex bytes Between [] with Some ts => assemble ts Value [] | None => None end.

(** ** Writing *)

Definition hex_digit (d : N) : N := if d <? ten_digits then d + digit_0 else d + small_a_less_10.

Definition print_hex (c : N) : list N :=
  [backslash; small_u; hex_digit (c / hex_3); hex_digit (c / hex_2 mod sixteen); hex_digit (c / sixteen mod sixteen); hex_digit (c mod sixteen)].

Definition print_char (c : N) : list N :=
  if c =? quote then [backslash; quote]
  else if c =? backslash then [backslash; backslash]
  else if (space <=? c) && (c <? delete) then [c]
  else if c =? line_feed then [backslash; small_n]
  else if c =? tab then [backslash; small_t]
  else if c =? carriage_return then [backslash; small_r]
  else if c =? backspace then [backslash; small_b]
  else if c =? form_feed then [backslash; small_f]
  else if c <? astral then print_hex c
  else print_hex (high_first + (c - astral) / surrogates) ++ print_hex (low_first + (c - astral) mod surrogates).

Definition print_text (s : text) : list N := [quote] ++ flat_map print_char s ++ [quote].

Definition most_digits : nat := 200.

Fixpoint digits (fuel : nat) (z : Z) (after : list N) : list N :=
  match fuel with
  | O => after
  | S fuel' =>
      let after := (digit_0 + Z.to_N (z mod ten))%N :: after in
      if (z <? ten)%Z then after else digits fuel' (z / ten)%Z after
  end.

(** Decimal, of numbers below 10^200. *)
Definition print_number (z : Z) : list N := if (z <? 0)%Z then minus :: digits most_digits (- z) [] else digits most_digits z [].

Fixpoint join (l : list (list N)) : list N :=
  match l with
  | [] => []
  | [x] => x
  | x :: rest => x ++ comma :: join rest
  end.

Fixpoint print (v : json) : list N :=
  match v with
  | Num z => print_number z
  | Str s => print_text s
  | Arr l => [left_bracket] ++ join (map print l) ++ [right_bracket]
  | Obj l => [left_brace] ++ join (map (fun e => print_text (fst e) ++ colon :: print (snd e)) l) ++ [right_brace]
  end.

(** The same onto what was written before, the last byte first. *)
Definition write_text (s : text) (out : list N) : list N :=
  quote :: fold_left (fun out c => rev_append (print_char c) out) s (quote :: out).

Fixpoint write (v : json) (out : list N) : list N :=
  match v with
  | Num z => rev_append (print_number z) out
  | Str s => write_text s out
  | Arr [] => right_bracket :: left_bracket :: out
  | Arr (x :: rest) =>
      right_bracket :: fold_left (fun out y => write y (comma :: out)) rest (write x (left_bracket :: out))
  | Obj [] => right_brace :: left_brace :: out
  | Obj ((k, x) :: rest) =>
      right_brace :: fold_left (fun out e => write (snd e) (colon :: write_text (fst e) (comma :: out))) rest
                       (write x (colon :: write_text k (left_brace :: out)))
  end.

Definition written (v : json) : list N := trev (write v []).
