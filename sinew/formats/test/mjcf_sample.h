// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew::testing {

/// A file with most of what is read: classes, frames, replicas, all joints, tendons, actuators, equalities, a key.
inline constexpr const char* mjcf_sample = R"(<mujoco model="sample">
  <compiler autolimits="true" eulerseq="zyx"/>
  <option gravity="0 0 -9.81" timestep="0.002" integrator="RK4"/>
  <default>
    <joint damping="0.1" armature="0.01"/>
    <geom density="900" rgba="0.2 0.4 0.6 1"/>
    <default class="arm">
      <geom type="capsule" size="0.04"/>
      <joint axis="0 1 0" range="-90 90"/>
    </default>
  </default>
  <asset>
    <material name="red" rgba="1 0 0 1"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <site name="hook" pos="0 0.5 2"/>
    <body name="upper" pos="0 0 1.5" euler="10 0 20" childclass="arm">
      <joint name="shoulder" stiffness="3" springref="15"/>
      <joint name="twist" axis="1 0 0" ref="30"/>
      <geom fromto="0 0 0 0 0 -0.4" material="red"/>
      <frame pos="0 0 -0.4" quat="0.9 0.1 0 0.2">
        <body name="lower">
          <joint name="elbow" pos="0.01 0 0"/>
          <geom fromto="0 0 0 0 0 -0.3"/>
          <site name="hand" pos="0 0 -0.3"/>
          <body name="ball" pos="0 0 -0.3">
            <joint name="wrist" type="ball"/>
            <geom type="ellipsoid" size="0.05 0.04 0.03" mass="0.2"/>
          </body>
        </body>
      </frame>
    </body>
    <body name="cart" pos="1 0 0.2">
      <joint name="rail" type="slide" axis="1 1 0"/>
      <inertial pos="0.01 0 0" mass="2" fullinertia="0.02 0.03 0.04 0.001 0 -0.001"/>
    </body>
    <replicate count="2" offset="0 0.5 0">
      <body name="crate" pos="2 0 0.5" zaxis="1 0 1">
        <freejoint name="fly"/>
        <geom type="box" size="0.1 0.2 0.3"/>
        <site name="top" pos="0 0 0.3"/>
      </body>
    </replicate>
  </worldbody>
  <equality>
    <joint name="gear" joint1="elbow" joint2="shoulder" polycoef="0.1 2 0 0.5 0"/>
  </equality>
  <tendon>
    <fixed name="coupling" stiffness="5" springlength="0.1 0.2">
      <joint joint="shoulder" coef="0.5"/>
      <joint joint="rail" coef="-2"/>
    </fixed>
    <spatial name="rope" stiffness="40" damping="1">
      <site site="hook"/>
      <site site="top"/>
    </spatial>
    <spatial name="string">
      <site site="hook"/>
      <site site="hand"/>
    </spatial>
  </tendon>
  <actuator>
    <motor name="push" joint="rail" gear="4" ctrlrange="-1 1"/>
    <position name="servo" joint="elbow" kp="20" dampratio="1"/>
    <velocity name="drive" joint="twist" kv="2" forcerange="-3 3"/>
    <damper name="brake" joint="shoulder" kv="5" ctrlrange="0 1"/>
    <general name="pull" tendon="string" dyntype="filter" dynprm="0.05" gainprm="-30"/>
    <motor name="lift" site="hand" gear="0 0 1 0.1 0 0"/>
  </actuator>
  <sensor>
    <jointpos joint="elbow"/>
  </sensor>
  <keyframe>
    <key name="bent" qpos="0.3 0.2 1 1 0 0 0 0.5 2 0 0.5 1 0 0 0 2 0.5 0.5 1 0 0 0"/>
  </keyframe>
</mujoco>
)";

}  // namespace sinew::testing
