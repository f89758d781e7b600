(** * The program smatchproof-checker, as OCaml

    [make checker] runs this file.  What has to be trusted besides Coq's extraction and OCaml: main.ml, the library
    zarith, and that its operations are those of the constants below, as Coq's own ExtrOcamlZBigInt and
    ExtrOcamlNatBigInt say of theirs.  No number is a machine integer, so nothing overflows. *)

From Coq Require Import NArith ZArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatBigInt.
From SmatchProof Require Import Program Texts.

(** What the two files leave out: numbers that are equal in [nat], [N] and [Z] are one number of zarith. *)
Extract Constant Z.of_nat => "(fun n -> n)".
Extract Constant Z.to_nat => "(fun z -> Big_int_Z.max_big_int Big_int_Z.zero_big_int z)".
Extract Constant N.of_nat => "(fun n -> n)".
Extract Constant N.to_nat => "(fun n -> n)".
Extract Constant N.eqb => "Big_int_Z.eq_big_int".
Extract Constant N.leb => "Big_int_Z.le_big_int".
Extract Constant N.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Nat.ltb => "Big_int_Z.lt_big_int".

(** For the hash alone, on which no theorem rests. *)
Extract Constant N.land => "Big_int_Z.and_big_int".
Extract Constant N.lor => "Big_int_Z.or_big_int".
Extract Constant N.lxor => "Big_int_Z.xor_big_int".

Extraction "_build/checker.ml" feed no_lines finish no_sums result feed_texts add_line end_of_file shown_triples.
