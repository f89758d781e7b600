(** * SHA-256 (FIPS 180-4)

    A certificate states the SHA-256 of its two graphs and its convention.  No theorem rests on it: it names the question,
    so that it can be compared.  The examples at the end are those of the standard. *)

From Coq Require Import List NArith ZArith.
From SmatchProof Require Import Lists.
Import ListNotations.
Local Open Scope N_scope.

Definition mask : N := 0xFFFFFFFF.
Definition plus (a b : N) : N := N.land (a + b) mask.

(** By k bits to the right, what falls out coming in on the left: k, the lowest k bits, and 32 - k.  Numbers are named
    where they are used often: as definitions they are computed once, when the program starts. *)
Definition turn (k : N) : N * N * N := (k, N.ones k, 32 - k).
Definition rotate (r : N * N * N) (x : N) : N := let '(k, low, up) := r in N.lor (N.shiftr x k) (N.shiftl (N.land x low) up).

Definition t2 := turn 2.
Definition t6 := turn 6.
Definition t7 := turn 7.
Definition t11 := turn 11.
Definition t13 := turn 13.
Definition t17 := turn 17.
Definition t18 := turn 18.
Definition t19 := turn 19.
Definition t22 := turn 22.
Definition t25 := turn 25.
Definition three : N := 3.
Definition ten : N := 10.
Definition byte : N := 256.
Definition last : nat := 15.

Definition big_0 (x : N) : N := N.lxor (rotate t2 x) (N.lxor (rotate t13 x) (rotate t22 x)).
Definition big_1 (x : N) : N := N.lxor (rotate t6 x) (N.lxor (rotate t11 x) (rotate t25 x)).
Definition small_0 (x : N) : N := N.lxor (rotate t7 x) (N.lxor (rotate t18 x) (N.shiftr x three)).
Definition small_1 (x : N) : N := N.lxor (rotate t17 x) (N.lxor (rotate t19 x) (N.shiftr x ten)).

Definition constants : list N := [
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

Record words := { a : N; b : N; c : N; d : N; e : N; f : N; g : N; h : N }.

Definition initial : words := {|
  a := 0x6a09e667; b := 0xbb67ae85; c := 0x3c6ef372; d := 0xa54ff53a;
  e := 0x510e527f; f := 0x9b05688c; g := 0x1f83d9ab; h := 0x5be0cd19 |}.

Definition round (k w : N) (s : words) : words :=
  let choice := N.lxor (N.land (e s) (f s)) (N.land (N.lxor (e s) mask) (g s)) in
  let majority := N.lxor (N.land (a s) (b s)) (N.lxor (N.land (a s) (c s)) (N.land (b s) (c s))) in
  let t := h s + big_1 (e s) + choice + k + w in {|
  a := plus t (big_0 (a s) + majority); b := a s; c := b s; d := c s;
  e := plus (d s) t; f := e s; g := f s; h := g s |}.

(** One round for each constant; w0 to w15 are the next words of the schedule. *)
Fixpoint rounds (ks : list N) (w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 : N) (s : words) : words :=
  match ks with
  | [] => s
  | k :: rest =>
      rounds rest w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 (plus (small_1 w14 + w9) (small_0 w1 + w0)) (round k w0 s)
  end.

Definition block (s : words) (window : list N) : words :=
  match window with
  | [w0; w1; w2; w3; w4; w5; w6; w7; w8; w9; w10; w11; w12; w13; w14; w15] =>
      let s' := rounds constants w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 s in {|
      a := plus (a s) (a s'); b := plus (b s) (b s'); c := plus (c s) (c s'); d := plus (d s) (d s');
      e := plus (e s) (e s'); f := plus (f s) (f s'); g := plus (g s) (g s'); h := plus (h s) (h s') |}
  | _ => s
  end.

(** Four bytes are a word, 16 words a block; [window] are the words of the block so far, the last one first. *)
Fixpoint digest (bytes : list N) (window : list N) (s : words) : words :=
  match bytes with
  | x0 :: x1 :: x2 :: x3 :: rest =>
      let window := ((x0 * byte + x1) * byte + x2) * byte + x3 :: window in
      if Nat.leb (length window) last then digest rest window s else digest rest [] (block s (rev_append window []))
  | _ => s
  end.

Fixpoint big_endian (size : nat) (x : N) (after : list N) : list N :=
  match size with
  | O => after
  | S size' => big_endian size' (x / 256) (x mod 256 :: after)
  end.

Definition sha256 (bytes : list N) : list N :=
  let size := Z.to_N (tlength bytes) in
  let zeros := (119 - size mod 64) mod 64 in
  let padding := 128 :: repeat 0 (N.to_nat zeros) ++ big_endian 8 (size * 8) [] in
  let s := digest (tapp bytes padding) [] initial in
  [a s; b s; c s; d s; e s; f s; g s; h s].

Definition hex (x : N) : N := if x <? 10 then x + 48 else x + 87.

(** As hexadecimal digits, which are ASCII. *)
Definition sha256_hex (bytes : list N) : list N :=
  flat_map (fun w => map (fun k => hex (N.land (N.shiftr w k) 15)) [28; 24; 20; 16; 12; 8; 4; 0]) (sha256 bytes).

Example abc : sha256 [97; 98; 99]
  = [0xba7816bf; 0x8f01cfea; 0x414140de; 0x5dae2223; 0xb00361a3; 0x96177a9c; 0xb410ff61; 0xf20015ad].
Proof. vm_compute. reflexivity. Qed.

Example nothing : sha256 []
  = [0xe3b0c442; 0x98fc1c14; 0x9afbf4c8; 0x996fb924; 0x27ae41e4; 0x649b934c; 0xa495991b; 0x7852b855].
Proof. vm_compute. reflexivity. Qed.

(** "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", which is padded to two blocks *)
Example two_blocks : sha256 (flat_map (fun k => [97 + k; 98 + k; 99 + k; 100 + k]) (map N.of_nat (seq 0 14)))
  = [0x248d6a61; 0xd20638b8; 0xe5c02693; 0x0c3e6039; 0xa33ce459; 0x64ff2167; 0xf6ecedd4; 0x19db06c1].
Proof. vm_compute. reflexivity. Qed.
