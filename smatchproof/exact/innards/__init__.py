"""The parts of the certified solver; nothing outside of ``smatchproof.exact`` uses them.

* The relaxation in plain Python: ``relaxation``, ``assignment``, ``rounding``, ``greedy``, ``counting``; its tree:
  ``plain_search``, ``tree_node``, ``containment``, ``containment_proof``. What is left open: ``open_pairs``,
  ``presolve``, ``parts``.
* The compiled twin of the plain relaxation: ``twin_loading``, ``compiled_relaxation``, ``relaxation_memory``,
  ``relaxation_kernels``, ``assignment_kernels``, ``rounding_kernels``.
* The compiled tree: ``tree``, ``tree_walk``, ``optimum_pass``, ``proof_pass``, ``kernels``, ``kernel_memory``,
  ``tabu``, ``tabu_kernels``, ``effort``; with linear programs in its nodes: ``program_tree``, ``node_program``,
  ``node_iterations``, ``node_bound``, ``dense_block``.
* All compiled parts: ``arrays``, ``compiled_code``, ``magnitude``.

``docs/solver.md`` says what solves what, and which answers leave a proof.
"""
