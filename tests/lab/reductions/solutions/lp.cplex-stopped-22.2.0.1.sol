<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="./pair.lp"
   solutionName="incumbent"
   solutionIndex="-1"
   objectiveValue="0"
   solutionTypeValue="3"
   solutionTypeString="primal"
   solutionStatusValue="104"
   solutionStatusString="solution limit exceeded"
   solutionMethodString="mip"
   primalFeasible="1"
   dualFeasible="0"
   MIPNodes="0"
   MIPIterations="0"
   writeLevel="1"/>
 <quality
   epInt="1.0000000000000001e-05"
   epRHS="9.9999999999999995e-07"
   maxIntInfeas="0"
   maxPrimalInfeas="0"
   maxX="0"
   maxSlack="1"/>
 <linearConstraints>
  <constraint name="left_w" index="0" slack="1"/>
  <constraint name="left_b" index="1" slack="1"/>
  <constraint name="left_g" index="2" slack="1"/>
  <constraint name="left_c" index="3" slack="1"/>
  <constraint name="right_w10" index="4" slack="1"/>
  <constraint name="right_b20" index="5" slack="1"/>
  <constraint name="right_g30" index="6" slack="1"/>
  <constraint name="right_s40" index="7" slack="1"/>
  <constraint name="star_w_w10_left_b" index="8" slack="0"/>
  <constraint name="star_b_b20_left_w" index="9" slack="0"/>
  <constraint name="star_w_w10_right_b20" index="10" slack="0"/>
  <constraint name="star_b_b20_right_w10" index="11" slack="0"/>
  <constraint name="star_w_w10_left_g" index="12" slack="0"/>
  <constraint name="star_g_g30_left_w" index="13" slack="0"/>
  <constraint name="star_w_w10_right_g30" index="14" slack="0"/>
  <constraint name="star_g_g30_right_w10" index="15" slack="0"/>
  <constraint name="star_w_g30_left_b" index="16" slack="0"/>
  <constraint name="star_w_g30_right_b20" index="17" slack="0"/>
  <constraint name="star_b_b20_right_g30" index="18" slack="0"/>
  <constraint name="star_w_g30_left_g" index="19" slack="0"/>
  <constraint name="star_g_s40_left_w" index="20" slack="0"/>
  <constraint name="star_w_g30_right_s40" index="21" slack="0"/>
  <constraint name="star_g_s40_right_g30" index="22" slack="0"/>
  <constraint name="star_b_b20_left_g" index="23" slack="0"/>
  <constraint name="star_g_w10_left_b" index="24" slack="0"/>
  <constraint name="star_g_w10_right_b20" index="25" slack="0"/>
  <constraint name="star_g_g30_left_b" index="26" slack="0"/>
  <constraint name="star_g_g30_right_b20" index="27" slack="0"/>
  <constraint name="star_g_w10_left_c" index="28" slack="0"/>
  <constraint name="star_c_g30_left_g" index="29" slack="0"/>
  <constraint name="star_g_w10_right_g30" index="30" slack="0"/>
  <constraint name="star_c_g30_right_w10" index="31" slack="0"/>
  <constraint name="star_g_g30_left_c" index="32" slack="0"/>
  <constraint name="star_c_s40_left_g" index="33" slack="0"/>
  <constraint name="star_g_g30_right_s40" index="34" slack="0"/>
  <constraint name="star_c_s40_right_g30" index="35" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="x_w_w10" index="0" value="0"/>
  <variable name="x_b_b20" index="1" value="0"/>
  <variable name="x_g_g30" index="2" value="0"/>
  <variable name="y_w_w10_b_b20" index="3" value="0"/>
  <variable name="y_w_w10_g_g30" index="4" value="0"/>
  <variable name="y_w_g30_b_b20" index="5" value="0"/>
  <variable name="y_w_g30_g_s40" index="6" value="0"/>
  <variable name="y_b_b20_g_w10" index="7" value="0"/>
  <variable name="y_b_b20_g_g30" index="8" value="0"/>
  <variable name="y_g_w10_c_g30" index="9" value="0"/>
  <variable name="y_g_g30_c_s40" index="10" value="0"/>
  <variable name="x_w_g30" index="11" value="0"/>
  <variable name="x_g_w10" index="12" value="0"/>
  <variable name="x_g_s40" index="13" value="0"/>
  <variable name="x_c_g30" index="14" value="0"/>
  <variable name="x_c_s40" index="15" value="0"/>
 </variables>
</CPLEXSolution>
