"""Exported flocks in Blender and VTK: what they read, and a picture of each, in the folder MURMUR_PICTURES if it is named."""

import os
import pathlib
import subprocess

import murmur
import numpy as np
import pytest

h5py = pytest.importorskip("h5py", reason="trajectories need h5py")
WIDTH, HEIGHT = 480, 270


@pytest.fixture(scope="session")
def flown(program, tmp_path_factory):
    """Two species in 3D, 5 frames."""
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "flock.toml").write_text('preset = "cis565"\nboids = 3000\n[[predator]]\nmax_speed = 4.0\n')
    subprocess.run([program, "run", folder / "flock.toml", "--steps", "120", "--trajectory", folder / "t.h5",
                    "--trajectory-every", "30"], check=True, capture_output=True)
    return folder / "t.h5"


@pytest.fixture
def picture(tmp_path):
    folder = pathlib.Path(os.environ.get("MURMUR_PICTURES") or tmp_path)
    return lambda name: str(folder / name)


def world(path):
    with h5py.File(path) as file:
        return file["particles/boids/box/edges/value"][0], file["particles/boids/position/time"][:]


def bodies(path, k):
    with h5py.File(path) as file:
        groups = [file["particles/boids"], file["particles/predators"]]
        return [np.concatenate([g[f"{what}/value"][k] for g in groups]) for what in ("position", "velocity")]


def numbers(attributes, name, width=3):
    values = np.empty(len(attributes[name].data) * width, np.float32)
    attributes[name].data.foreach_get("vector" if width == 3 else "value", values)
    return values.reshape(-1, width)


def opened(bpy, path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.wm.usd_import(filepath=str(path))
    return bpy.context.scene


def test_blender_reads_points(flown, tmp_path):
    bpy = pytest.importorskip("bpy")
    murmur.export(flown, tmp_path / "t.usdc", points=True)
    scene = opened(bpy, tmp_path / "t.usdc")
    _, time = world(flown)
    for k in range(len(time)):
        scene.frame_set(k)
        seen = bpy.data.objects["points"].evaluated_get(bpy.context.evaluated_depsgraph_get()).data.attributes
        position, velocity = bodies(flown, k)
        assert np.array_equal(numbers(seen, "position"), position)
        assert np.array_equal(numbers(seen, "velocity"), velocity * np.float32((time[1] - time[0]) * 24))
        ids, species = (np.array([one.value for one in seen[name].data]) for name in ("id", "species"))
        assert np.array_equal(ids, [*range(3000), -1]) and np.array_equal(species, [0] * 3000 + [1])


def test_blender_draws_instances(flown, tmp_path, picture):
    bpy = pytest.importorskip("bpy")
    murmur.export(flown, tmp_path / "t.usdc", size=world(flown)[0].max() / 50)
    scene = opened(bpy, tmp_path / "t.usdc")
    size = world(flown)[0]
    for k in (0, 4):
        scene.frame_set(k)
        instances = [(one.object.name, one.matrix_world.copy()) for one in bpy.context.evaluated_depsgraph_get().object_instances
                     if one.is_instance]
        position, velocity = bodies(flown, k)
        assert [name for name, _ in instances] == ["boids"] * 3000 + ["predators"]
        assert np.allclose([m.translation for _, m in instances], position, rtol=1e-6)
        ahead = np.array([m.to_3x3().col[0] for _, m in instances])
        assert np.abs(ahead - velocity / np.linalg.norm(velocity, axis=1, keepdims=True)).max() < 4e-3
    eye = bpy.data.objects.new("eye", bpy.data.cameras.new("eye"))
    scene.collection.objects.link(eye)
    scene.camera, eye.data.clip_end = eye, 100 * size.max()
    eye.location = size / 2 + size.max() * np.array([0.3, -1.7, 0.5])
    towards = eye.location - type(eye.location)(size / 2)
    eye.rotation_euler = towards.to_track_quat("Z", "Y").to_euler()
    scene.world = bpy.data.worlds.new("sky")
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.9, 0.8, 0.7, 1)
    scene.render.engine, scene.cycles.samples, scene.cycles.device = "CYCLES", 4, "CPU"
    scene.render.resolution_x, scene.render.resolution_y, scene.render.filepath = WIDTH, HEIGHT, picture("blender.png")
    scene.render.resolution_percentage = 100
    bpy.ops.render.render(write_still=True)
    shown = bpy.data.images.load(scene.render.filepath)
    pixels = np.array(shown.pixels[:]).reshape(HEIGHT, WIDTH, -1)[..., :3].sum(axis=-1)
    assert 0.005 < (pixels < pixels.max() / 2).mean() < 0.7  # birds before the sky


def test_vtk_draws_blocks(flown, tmp_path, picture):
    vtk = pytest.importorskip("vtk")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    murmur.export(flown, tmp_path / "t.xmf")
    reader = vtk.vtkXdmfReader()
    reader.SetFileName(str(tmp_path / "t.xmf"))
    reader.UpdateTimeStep(world(flown)[1][-1])
    mapper = vtk.vtkCompositePolyDataMapper()
    surfaces = vtk.vtkCompositeDataGeometryFilter()
    surfaces.SetInputConnection(reader.GetOutputPort())
    mapper.SetInputConnection(surfaces.GetOutputPort())
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetPointSize(3)
    actor.GetProperty().SetColor(0, 0, 0)
    stage, window = vtk.vtkRenderer(), vtk.vtkRenderWindow()
    stage.SetBackground(0.9, 0.9, 0.8)
    stage.AddActor(actor)
    window.SetOffScreenRendering(1)
    window.SetSize(WIDTH, HEIGHT)
    window.AddRenderer(stage)
    window.Render()
    shot = vtk.vtkWindowToImageFilter()
    shot.SetInput(window)
    writer = vtk.vtkPNGWriter()
    writer.SetInputConnection(shot.GetOutputPort())
    writer.SetFileName(picture("vtk.png"))
    writer.Write()
    colours = vtk_to_numpy(shot.GetOutput().GetPointData().GetScalars())
    assert 0.005 < (colours.sum(axis=1) < 300).mean() < 0.7
