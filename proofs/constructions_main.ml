(* Each line of numbers that comes in is answered by a line of numbers; see ExtractConstructions.v. *)
let answer line =
  let words = List.filter (fun word -> word <> "") (String.split_on_char ' ' line) in
  String.concat " " (List.map Big_int_Z.string_of_big_int (Constructions.answer (List.map Big_int_Z.big_int_of_string words)))

let () =
  try
    while true do
      print_endline (answer (input_line stdin))
    done
  with End_of_file -> ()
